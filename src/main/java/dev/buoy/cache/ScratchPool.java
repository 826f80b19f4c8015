package dev.buoy.cache;

import java.util.concurrent.ConcurrentLinkedQueue;

/** The scratches not in use: as many as there ever were encoding threads at a time. */
final class ScratchPool {
    private final ConcurrentLinkedQueue<Scratch> idle = new ConcurrentLinkedQueue<>();

    Scratch take() {
        Scratch scratch = idle.poll();
        return scratch != null ? scratch : new Scratch();
    }

    void giveBack(Scratch scratch) {
        if (scratch.isReusable()) {
            idle.add(scratch);
        } else {
            scratch.close();
        }
    }
}
