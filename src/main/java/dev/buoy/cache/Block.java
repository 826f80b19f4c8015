package dev.buoy.cache;

import dev.buoy.wire.Utf8Sink;
import io.netty.buffer.ByteBuf;

/**
 * A run of instances that is encoded, and compressed, by itself: some whole applications, or a part of a large one. What
 * it covers never changes; a change makes other blocks. Its bytes are its own until a chunk takes them in.
 */
abstract class Block {
    private final boolean first;
    private Checksum checksum = Checksum.EMPTY;
    private byte[] fresh; // encoded, and not yet in a chunk
    private Chunk home;
    private int offset;
    private int length;

    /** @param first whether it opens the answer: all others begin with a separator */
    Block(boolean first) {
        this.first = first;
    }

    boolean isFirst() {
        return first;
    }

    boolean isEncoded() {
        return fresh != null || home != null;
    }

    /** The chunk that holds its bytes; null before there is one. */
    Chunk home() {
        return home;
    }

    int length() {
        return length;
    }

    Checksum checksum() {
        return checksum;
    }

    /** The name of the last application in it. */
    abstract String lastName();

    abstract void write(Rendering as, Utf8Sink sink);

    void encoded(byte[] bytes, Checksum ofPlain) {
        fresh = bytes;
        length = bytes.length;
        checksum = ofPlain;
    }

    /** Puts its bytes at the end of a chunk, where they live from now on. */
    void moveTo(Chunk chunk, ByteBuf bytes) {
        int at = bytes.writerIndex();
        if (fresh != null) {
            bytes.writeBytes(fresh);
        } else {
            bytes.writeBytes(home.bytes(), offset, length);
        }
        fresh = null;
        home = chunk;
        offset = at;
    }

    final void writeSeparator(Rendering as, Utf8Sink sink) {
        if (!first) {
            as.separator(sink);
        }
    }
}
