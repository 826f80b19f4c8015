package dev.buoy.persistence;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;

/**
 * Brings back what a store kept. Each lease gets one duration of grace from the start of the server in which its client must
 * renew; after that the ordinary rules hold.
 *
 * <p>A store that could not be read at start is read when it can be, by the same rules. Then most clients have long
 * registered again, and what is overdue by then is not listed again.
 */
final class SnapshotRestore {
    private final Registry registry;
    private final InstantSource clock;
    private final long startedAt;

    SnapshotRestore(Registry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        this.startedAt = clock.millis();
    }

    /**
     * What came back.
     *
     * @param taken leases that the registry listed from it
     * @param kept  what the store holds, listed or not
     */
    record Restored(Snapshot snapshot, int taken, Set<InstanceKey> kept) {}

    /** @param serving whether clients have been served already, so that the grace began at the start and not now */
    Restored restore(SnapshotStore store, boolean serving) throws SnapshotException {
        Snapshot snapshot = store.load();
        long now = clock.millis();
        long from = serving ? startedAt : now;
        int taken = 0;
        Set<InstanceKey> kept = new HashSet<>(2 * snapshot.leases().size());
        for (LeaseState lease : snapshot.leases()) {
            kept.add(lease.instance().key());
            LeaseInfo terms = lease.instance().leaseInfo();
            long graceUntil = from + terms.durationMillis();
            boolean overdue = Math.max(graceUntil, terms.lastRenewalTimestamp() + terms.durationMillis()) < now;
            if (!overdue && registry.restore(Origin.SNAPSHOT, lease, graceUntil)) {
                taken++;
            }
        }
        return new Restored(snapshot, taken, kept);
    }
}
