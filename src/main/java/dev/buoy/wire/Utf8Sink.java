package dev.buoy.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing buffer of UTF-8 text. Not for use by two threads at a time; {@link #reset} makes it ready for the next text. */
public final class Utf8Sink {
    private static final int MOST = Integer.MAX_VALUE - 8;
    private static final int LONGEST_NUMBER = 20;
    private static final char REPLACEMENT = '\uFFFD';

    private byte[] buffer;
    private int length;

    public Utf8Sink() {
        this(1024);
    }

    /** @param capacity bytes that fit before the buffer grows; positive */
    public Utf8Sink(int capacity) {
        buffer = new byte[capacity];
    }

    /** How many bytes have been written. */
    public int length() {
        return length;
    }

    /** Forgets what was written and keeps the buffer. */
    public void reset() {
        length = 0;
    }

    /** Where the bytes are, from index 0 to {@link #length}. Valid until the next write. */
    public byte[] array() {
        return buffer;
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    /** Appends bytes that are UTF-8 already. */
    public void append(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    /** Appends one ASCII character. */
    public void append(char ascii) {
        ensure(1);
        buffer[length++] = (byte) ascii;
    }

    /** Appends a number in decimal digits. */
    public void append(long number) {
        ensure(LONGEST_NUMBER);
        if (number < 0) {
            if (number == Long.MIN_VALUE) {
                append(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            buffer[length++] = '-';
            number = -number;
        }
        int end = length + digits(number);
        int at = end;
        do {
            long rest = number / 10;
            buffer[--at] = (byte) ('0' + (number - 10 * rest));
            number = rest;
        } while (number > 0);
        length = end;
    }

    private static int digits(long number) {
        int digits = 1;
        while (number >= 10) {
            number /= 10;
            digits++;
        }
        return digits;
    }

    /** Takes back what was written from an index on. */
    void truncate(int toLength) {
        length = toLength;
    }

    /** Replaces the byte at an index that has been written. */
    void put(int index, char ascii) {
        buffer[index] = (byte) ascii;
    }

    /** Appends once more what was written from one index to another. */
    void appendAgain(int from, int to) {
        ensure(to - from);
        System.arraycopy(buffer, from, buffer, length, to - from);
        length += to - from;
    }

    /** Appends the longest prefix of a text of which {@code plain} has every character; returns how many those are. */
    int appendPlain(String text, boolean[] plain) {
        int count = text.length();
        ensure(count);
        byte[] to = buffer;
        int at = length;
        int i = 0;
        while (i < count) {
            char c = text.charAt(i);
            if (c >= plain.length || !plain[c]) {
                break;
            }
            to[at++] = (byte) c;
            i++;
        }
        length = at;
        return i;
    }

    /** Appends any Unicode character. */
    void appendCodePoint(int c) {
        ensure(4);
        if (c < 0x80) {
            buffer[length++] = (byte) c;
        } else if (c < 0x800) {
            buffer[length++] = (byte) (0xC0 | c >> 6);
            buffer[length++] = (byte) (0x80 | c & 0x3F);
        } else if (c < 0x10000) {
            buffer[length++] = (byte) (0xE0 | c >> 12);
            buffer[length++] = (byte) (0x80 | c >> 6 & 0x3F);
            buffer[length++] = (byte) (0x80 | c & 0x3F);
        } else {
            buffer[length++] = (byte) (0xF0 | c >> 18);
            buffer[length++] = (byte) (0x80 | c >> 12 & 0x3F);
            buffer[length++] = (byte) (0x80 | c >> 6 & 0x3F);
            buffer[length++] = (byte) (0x80 | c & 0x3F);
        }
    }

    /**
     * Appends the character at an index of a text, which may take two chars; half of a surrogate pair, which UTF-8 cannot
     * carry and many parsers refuse even when escaped, as U+FFFD. Returns the index of what comes next.
     */
    int appendCharacter(String text, int at) {
        int codePoint = text.codePointAt(at);
        boolean half = codePoint <= Character.MAX_VALUE && Character.isSurrogate((char) codePoint);
        appendCodePoint(half ? REPLACEMENT : codePoint);
        return at + Character.charCount(codePoint);
    }

    private void ensure(int more) {
        if (more > buffer.length - length) {
            grow(more);
        }
    }

    private void grow(int more) {
        if (more > MOST - length) {
            throw new IllegalStateException("a document may have at most " + MOST + " bytes");
        }
        long doubled = Math.min(2L * buffer.length, MOST);
        buffer = Arrays.copyOf(buffer, (int) Math.max(doubled, length + more));
    }

    @Override
    public String toString() {
        return new String(buffer, 0, length, StandardCharsets.UTF_8);
    }
}
