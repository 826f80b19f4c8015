package dev.buoy.wire;

import java.util.Locale;

/** Text inside the quotes of a JSON string. */
final class JsonText {
    private static final boolean[] PLAIN = new boolean[128];
    private static final byte[][] ESCAPES = new byte[128][];

    static {
        for (char c = 0; c < 128; c++) {
            PLAIN[c] = c >= ' ' && c != '"' && c != '\\';
            if (!PLAIN[c]) {
                ESCAPES[c] = Ascii.bytes(escape(c));
            }
        }
    }

    private JsonText() {}

    private static String escape(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\u%04x", (int) c);
        };
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
            if (c >= 128) {
                i = out.appendCharacter(text, i);
                continue;
            }
            if (PLAIN[c]) {
                out.append(c);
            } else {
                out.append(ESCAPES[c]);
            }
            i++;
        }
    }
}
