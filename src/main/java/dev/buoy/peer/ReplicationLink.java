package dev.buoy.peer;

import dev.buoy.wire.ReplicationTask;
import java.util.List;
import java.util.function.Consumer;

/** The way to one peer. */
interface ReplicationLink {
    /**
     * Sends a batch without waiting.
     *
     * @param reply told once what came of it, on any thread, possibly before this returns; it never fails
     */
    void send(List<ReplicationTask> batch, Consumer<BatchReply> reply);
}
