package dev.buoy.cache;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/**
 * Some blocks in a row, their bytes joined in one buffer. A body is a list of chunks: a change copies the bytes of one
 * chunk, whatever the size of the registry.
 */
final class Chunk {
    /** How many blocks it should hold. */
    static final int TARGET = 32;

    private static final int SMALL = TARGET / 4;

    private final List<Block> blocks;
    private final ByteBuf bytes;
    private final Checksum checksum;

    /** Takes in blocks, all of which are encoded. */
    Chunk(List<Block> blocks, ByteBufAllocator buffers) {
        this.blocks = List.copyOf(blocks);
        int length = 0;
        for (Block block : blocks) {
            length += block.length();
        }
        ByteBuf joined = buffers.directBuffer(length, length);
        Checksum sum = Checksum.EMPTY;
        for (Block block : blocks) {
            block.moveTo(this, joined);
            sum = sum.then(block.checksum());
        }
        bytes = joined;
        checksum = sum;
    }

    /** Its bytes, which stay its own: who keeps them beyond the chunk's release must retain them. */
    ByteBuf bytes() {
        return bytes;
    }

    /** Of the plain text; empty unless it is compressed. */
    Checksum checksum() {
        return checksum;
    }

    void release() {
        bytes.release();
    }

    /** Cuts blocks into the lists that each make a chunk; where the blocks of a chunk still follow each other, as before. */
    static List<List<Block>> cut(List<Block> blocks) {
        List<List<Block>> cuts = new ArrayList<>();
        int start = 0; // of the blocks not in a cut yet
        int next = 0;
        while (next < blocks.size()) {
            Chunk home = blocks.get(next).home();
            if (home != null && home.isAt(blocks, next)) {
                settle(blocks, start, next, cuts);
                cuts.add(home.blocks);
                next += home.blocks.size();
                start = next;
            } else {
                next++;
            }
        }
        settle(blocks, start, blocks.size(), cuts);
        return cuts;
    }

    /** Whether these are exactly the blocks of a chunk that there is already. */
    static boolean exists(List<Block> cut) {
        Chunk home = cut.get(0).home();
        return home != null && home.blocks == cut;
    }

    private boolean isAt(List<Block> list, int place) {
        if (place + blocks.size() > list.size()) {
            return false;
        }
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i) != list.get(place + i)) {
                return false;
            }
        }
        return true;
    }

    // Too few for a chunk, they join those before them.
    private static void settle(List<Block> blocks, int start, int end, List<List<Block>> cuts) {
        if (start == end) {
            return;
        }
        int from = start;
        if (end - start < SMALL && !cuts.isEmpty()) {
            from -= cuts.remove(cuts.size() - 1).size();
        }
        cuts.addAll(Runs.of(blocks.subList(from, end), block -> 1, TARGET));
    }
}
