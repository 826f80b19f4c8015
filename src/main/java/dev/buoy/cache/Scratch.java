package dev.buoy.cache;

import dev.buoy.wire.Utf8Sink;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** What one thread needs while it encodes: buffers that grow, and a deflater. Used again and again. */
final class Scratch {
    private static final int KEPT_AT_MOST = 1 << 20;

    private final Utf8Sink text = new Utf8Sink(1 << 16);
    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 crc = new CRC32();
    private byte[] deflated = new byte[1 << 14];

    /** The sink, emptied. */
    Utf8Sink text() {
        text.reset();
        return text;
    }

    /** Encodes a block. */
    void encode(Block block, Rendering as) {
        Utf8Sink sink = text();
        block.write(as, sink);
        if (as.gzip()) {
            crc.reset();
            crc.update(sink.array(), 0, sink.length());
            block.encoded(deflate(sink), Checksum.of(crc, sink.length()));
        } else {
            block.encoded(sink.toByteArray(), Checksum.EMPTY);
        }
    }

    // The sync flush ends on a byte boundary, and nothing refers to what came before: such pieces follow each other in
    // any order.
    private byte[] deflate(Utf8Sink sink) {
        deflater.reset();
        deflater.setInput(sink.array(), 0, sink.length());
        int length = 0;
        while (true) {
            int room = deflated.length - length;
            int written = deflater.deflate(deflated, length, room, Deflater.SYNC_FLUSH);
            length += written;
            if (written < room) {
                return Arrays.copyOf(deflated, length);
            }
            deflated = Arrays.copyOf(deflated, 2 * deflated.length);
        }
    }

    /** Whether it is worth keeping; one that met a giant is not. */
    boolean isReusable() {
        return text.array().length <= KEPT_AT_MOST && deflated.length <= KEPT_AT_MOST;
    }

    /** Frees what the deflater holds outside the heap. */
    void close() {
        deflater.end();
    }
}
