package dev.buoy.registry;

import dev.buoy.model.InstanceKey;

/**
 * Told of renewals by clients, which are no changes and so not in the log. Called on the heartbeat's own thread: it must
 * not wait, lock or do I/O.
 */
@FunctionalInterface
public interface RenewalSink {
    void renewed(InstanceKey key);
}
