package dev.buoy.persistence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of applications and instances as a database can index them. They are whatever clients send, and one that the
 * database refuses would stop every batch that it is in: so zero characters and halves of surrogate pairs are escaped, and
 * long names cut and given their hash. Different names stay different.
 */
final class RowKey {
    // An entry of a PostgreSQL index holds 2,704 bytes; there are two names and the registry's in it.
    private static final int LONGEST = 250;
    private static final int SHOWN = 100;

    private RowKey() {}

    static String of(String name) {
        String escaped = isPlain(name) ? name : escaped(name);
        if (escaped.length() <= LONGEST) {
            return escaped;
        }
        int cut = Character.isHighSurrogate(escaped.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
        return escaped.substring(0, cut) + "%sha256-" + sha256(escaped);
    }

    private static boolean isPlain(String name) {
        return name.chars().noneMatch(c -> c == 0 || c == '%' || Character.isSurrogate((char) c));
    }

    private static String escaped(String name) {
        StringBuilder escaped = new StringBuilder(name.length() + 16);
        name.codePoints().forEach(c -> {
            if (c == 0 || c == '%' || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                escaped.append('%').append(HexFormat.of().toHexDigits((char) c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
