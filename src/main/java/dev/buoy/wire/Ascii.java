package dev.buoy.wire;

import java.nio.charset.StandardCharsets;

/** The constant parts of documents, as bytes. */
final class Ascii {
    private Ascii() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
