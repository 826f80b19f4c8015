package dev.buoy.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encoding of URLs. What is no valid escape stays as it is, so that an id with a bare {@code %} is still found.
 * Bytes beyond ASCII that a client did not encode arrive as one char each and count as UTF-8 too.
 */
final class PercentEncoding {
    private PercentEncoding() {}

    /** A part of a path, where {@code +} is a plus. */
    static String decodeSegment(String raw, int from, int to) {
        return decode(raw, from, to, false);
    }

    /** A name or value of a query, where {@code +} is a space. */
    static String decodeParameter(String raw, int from, int to) {
        return decode(raw, from, to, true);
    }

    private static String decode(String raw, int from, int to, boolean plusIsSpace) {
        for (int i = from; i < to; i++) {
            char c = raw.charAt(i);
            if (c == '%' || c > 0x7f || c == '+' && plusIsSpace) {
                return decodeBytes(raw, from, to, plusIsSpace);
            }
        }
        return raw.substring(from, to);
    }

    private static String decodeBytes(String raw, int from, int to, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(to - from);
        for (int i = from; i < to; i++) {
            char c = raw.charAt(i);
            if (c == '%' && i + 2 < to && isHex(raw.charAt(i + 1)) && isHex(raw.charAt(i + 2))) {
                bytes.write(Character.digit(raw.charAt(i + 1), 16) << 4 | Character.digit(raw.charAt(i + 2), 16));
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else {
                bytes.write(c);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isHex(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
    }
}
