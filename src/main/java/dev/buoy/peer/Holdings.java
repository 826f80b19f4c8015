package dev.buoy.peer;

import dev.buoy.model.InstanceKey;
import dev.buoy.peer.Cancellations.Cancellation;
import dev.buoy.registry.LeaseState;
import java.util.List;

/**
 * What a node holds, all of it or some applications, as it tells its peers.
 *
 * @param now       the time by its own clock, epoch milliseconds
 * @param leases    each with its present times
 * @param cancelled who was cancelled of late
 */
record Holdings(long now, List<LeaseState> leases, List<Cancellation> cancelled) {
    /** Without what a reader has no use for. */
    Holdings {
        leases = List.copyOf(leases);
        cancelled = List.copyOf(cancelled);
    }

    static InstanceKey keyOf(LeaseState lease) {
        return lease.instance().key();
    }
}
