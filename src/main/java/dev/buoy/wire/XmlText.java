package dev.buoy.wire;

/**
 * Text between two tags (contract §4.1). What XML 1.0 cannot carry in any spelling, control characters foremost, is left
 * out: one client's odd text must not make the document unreadable for all (D-14).
 */
final class XmlText {
    private static final boolean[] PLAIN = new boolean[128];
    private static final byte[][] ESCAPES = new byte[128][];

    static {
        for (char c = 0; c < 128; c++) {
            PLAIN[c] = c >= ' ' || c == '\t' || c == '\n';
        }
        escape('&', "&amp;");
        escape('<', "&lt;");
        escape('>', "&gt;");
        escape('"', "&quot;");
        escape('\'', "&apos;");
        // raw, a parser would take it for an end of line
        escape('\r', "&#xd;");
    }

    private XmlText() {}

    private static void escape(char c, String as) {
        PLAIN[c] = false;
        ESCAPES[c] = Ascii.bytes(as);
    }

    static void append(String text, Utf8Sink out) {
        int done = out.appendPlain(text, PLAIN);
        if (done < text.length()) {
            appendRest(text, done, out);
        }
    }

    private static void appendRest(String text, int from, Utf8Sink out) {
        for (int i = from; i < text.length(); ) {
            char c = text.charAt(i);
            if (c >= 128 && c < '\uFFFE') {
                i = out.appendCharacter(text, i);
                continue;
            }
            if (c < 128 && PLAIN[c]) {
                out.append(c);
            } else if (c < 128 && ESCAPES[c] != null) {
                out.append(ESCAPES[c]);
            }
            i++;
        }
    }
}
