package dev.buoy.persistence;

import dev.buoy.registry.LeaseState;
import java.time.Instant;
import java.util.List;

/**
 * A registry as it was kept.
 *
 * @param takenAt when it was as it says; {@link Instant#EPOCH} for the empty one that stands for none
 * @param leases  all that was listed, with the times of renewal known then
 */
record Snapshot(Instant takenAt, List<LeaseState> leases) {
    static final Snapshot NONE = new Snapshot(Instant.EPOCH, List.of());
}
