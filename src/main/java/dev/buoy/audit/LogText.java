package dev.buoy.audit;

/** Text of others as it may stand in a log: nothing in it begins a line or turns the direction of writing. */
final class LogText {
    private LogText() {}

    /** The text with each control and format character as its code: {@code \}{@code u000a}. */
    static String of(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            boolean harmful = type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.SURROGATE;
            if (harmful) {
                safe.append("\\u").append("%04x".formatted(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}
