package dev.buoy.cache;

import io.netty.buffer.ByteBuf;

/** The parts of a gzip member (RFC 1952) that are not compressed text. */
final class Gzip {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    private static final int TRAILER = 8;
    private static final int STORED_HEADER = 5;
    private static final int STORED_AT_MOST = 0xffff;

    private Gzip() {}

    /** Writes the header, and the start of the text uncompressed (RFC 1951, 3.2.4). */
    static void writeStart(byte[] text, ByteBuf to) {
        to.writeBytes(HEADER);
        store(text, false, to);
    }

    /** Writes the end of the text uncompressed, and the trailer. */
    static void writeEnd(byte[] text, Checksum ofAll, ByteBuf to) {
        store(text, true, to);
        to.writeIntLE(ofAll.crc());
        to.writeIntLE((int) ofAll.length());
    }

    /** How many bytes both take at most. */
    static int overhead(int startLength, int endLength) {
        int stored = startLength / STORED_AT_MOST + endLength / STORED_AT_MOST + 2;
        return HEADER.length + stored * STORED_HEADER + TRAILER;
    }

    private static void store(byte[] text, boolean last, ByteBuf to) {
        int from = 0;
        do {
            int length = Math.min(STORED_AT_MOST, text.length - from);
            boolean end = from + length == text.length;
            to.writeByte(last && end ? 1 : 0);
            to.writeShortLE(length);
            to.writeShortLE(~length);
            to.writeBytes(text, from, length);
            from += length;
        } while (from < text.length);
    }
}
