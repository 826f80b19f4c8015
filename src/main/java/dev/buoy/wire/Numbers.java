package dev.buoy.wire;

/** Whole numbers in the text of a payload. */
final class Numbers {
    private Numbers() {}

    /** The number that a text spells, or {@code unreadable}. */
    static long parse(String text, long unreadable) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return unreadable;
        }
    }

    /** The nearest int. */
    static int toInt(long number) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
    }
}
