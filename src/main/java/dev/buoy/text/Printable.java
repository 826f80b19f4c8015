package dev.buoy.text;

/**
 * Text of others for the log: on one line, in ASCII, and not without end. Whatever could end the line, hide it from a
 * terminal or pass for another text becomes a question mark.
 */
public final class Printable {
    private static final int MOST = 300;

    private Printable() {}

    /** The text as it may be logged; at most 300 characters of it. */
    public static String of(String text) {
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), MOST); i++) {
            char c = text.charAt(i);
            printable.append(c < ' ' || c >= 0x7f ? '?' : c);
        }
        return printable.toString();
    }
}
