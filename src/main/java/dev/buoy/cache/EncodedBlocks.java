package dev.buoy.cache;

import dev.buoy.model.Application;
import dev.buoy.wire.Utf8Sink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * One answer in one rendering, as pieces that outlive a change. What a change touches is encoded again, a block of some
 * {@value BlockPlan#TARGET} instances at a time; the rest is kept, and all is joined into a new body. Bodies given out
 * before live on unchanged.
 *
 * <p>A compressed body is one gzip member: the blocks are deflated each by itself up to a byte boundary, the frame around
 * them is stored, and the checksum of the whole is computed from those of the parts.
 *
 * <p>For one thread at a time.
 */
final class EncodedBlocks {
    /** Up to here a body is copied into one buffer: that is cheaper to send than many. Bytes. */
    private static final int SMALL_BODY = 1 << 15;

    private final Rendering as;
    private final ByteBufAllocator buffers;
    private List<Block> blocks = List.of();
    private List<Chunk> chunks = List.of();

    EncodedBlocks(Rendering as, ByteBufAllocator buffers) {
        this.as = as;
        this.buffers = buffers;
    }

    Rendering rendering() {
        return as;
    }

    /** The blocks that an answer needs; see {@link #join}. Changes nothing. */
    List<Block> plan(Frame frame, List<Application> applications) {
        if (!frame.isSingleApplication()) {
            return BlockPlan.of(blocks, applications);
        }
        if (applications.isEmpty()) {
            return List.of();
        }
        List<SegmentRun> runs = new ArrayList<>();
        blocks.forEach(block -> runs.add((SegmentRun) block));
        return List.copyOf(SegmentPlan.of(runs, applications.get(0), false, true));
    }

    /** Whether a plan is made of the very blocks that there are. */
    boolean has(List<Block> plan) {
        if (plan.size() != blocks.size()) {
            return false;
        }
        for (int i = 0; i < plan.size(); i++) {
            if (plan.get(i) != blocks.get(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Encodes what a plan lacks and joins all of it.
     *
     * @return the body, which the caller must release
     */
    ByteBuf join(Frame frame, List<Block> plan, Scratch scratch) {
        List<Chunk> former = chunks;
        List<Chunk> made = new ArrayList<>();
        try {
            List<Chunk> joined = new ArrayList<>();
            for (List<Block> cut : Chunk.cut(plan)) {
                if (Chunk.exists(cut)) {
                    joined.add(cut.get(0).home());
                } else {
                    for (Block block : cut) {
                        if (!block.isEncoded()) {
                            scratch.encode(block, as);
                        }
                    }
                    Chunk chunk = new Chunk(cut, buffers);
                    made.add(chunk);
                    joined.add(chunk);
                }
            }
            ByteBuf body = frame(frame, joined, scratch);
            chunks = joined;
            blocks = plan;
            releaseAllBut(joined, former);
            return body;
        } catch (RuntimeException | Error e) {
            // Blocks may have moved to chunks that are in no list: start over from nothing.
            made.forEach(Chunk::release);
            release();
            throw e;
        }
    }

    /** Lets go of everything; bodies given out keep what they need. */
    void release() {
        chunks.forEach(Chunk::release);
        chunks = List.of();
        blocks = List.of();
    }

    private static void releaseAllBut(List<Chunk> kept, List<Chunk> former) {
        Set<Chunk> still = Collections.newSetFromMap(new IdentityHashMap<>());
        still.addAll(kept);
        for (Chunk chunk : former) {
            if (!still.contains(chunk)) {
                chunk.release();
            }
        }
    }

    private ByteBuf frame(Frame frame, List<Chunk> chunks, Scratch scratch) {
        Utf8Sink sink = scratch.text();
        frame.writeStart(as, sink);
        byte[] start = sink.toByteArray();
        sink.reset();
        frame.writeEnd(as, sink);
        byte[] end = sink.toByteArray();

        ByteBuf around = buffers.directBuffer(start.length + end.length + Gzip.overhead(start.length, end.length));
        int split;
        if (as.gzip()) {
            Gzip.writeStart(start, around);
            split = around.writerIndex();
            Checksum sum = Checksum.of(start, 0, start.length);
            for (Chunk chunk : chunks) {
                sum = sum.then(chunk.checksum());
            }
            Gzip.writeEnd(end, sum.then(Checksum.of(end, 0, end.length)), around);
        } else {
            around.writeBytes(start);
            split = around.writerIndex();
            around.writeBytes(end);
        }
        return surround(around, split, chunks);
    }

    private ByteBuf surround(ByteBuf around, int split, List<Chunk> chunks) {
        long length = around.readableBytes();
        for (Chunk chunk : chunks) {
            length += chunk.bytes().readableBytes();
        }
        if (length > SMALL_BODY) {
            ByteBuf[] parts = new ByteBuf[chunks.size() + 2];
            parts[0] = around.retainedSlice(0, split);
            for (int i = 0; i < chunks.size(); i++) {
                parts[i + 1] = chunks.get(i).bytes().retain();
            }
            parts[parts.length - 1] = around.slice(split, around.writerIndex() - split);
            return Unpooled.wrappedUnmodifiableBuffer(parts);
        }
        ByteBuf body = buffers.directBuffer((int) length, (int) length);
        body.writeBytes(around, 0, split);
        for (Chunk chunk : chunks) {
            ByteBuf bytes = chunk.bytes();
            body.writeBytes(bytes, 0, bytes.writerIndex());
        }
        body.writeBytes(around, split, around.writerIndex() - split);
        around.release();
        return body;
    }
}
