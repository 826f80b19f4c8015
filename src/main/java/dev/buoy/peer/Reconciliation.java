package dev.buoy.peer;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import dev.buoy.peer.Cancellations.Cancellation;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings this registry to what is right, given what it holds and what a peer holds. Both sides do the same with each
 * other's holdings, and come to the same end:
 *
 * <ul>
 *   <li>of two copies the one with the greater dirty timestamp is right; if these are equal, the one changed last;
 *   <li>a cancellation is right against a copy that is no newer than the cancelled one, unless that registered or renewed
 *       well after it;
 *   <li>a copy that only one side has, and nobody cancelled, is right as long as its lease holds.
 * </ul>
 *
 * <p>What changed a moment ago is left alone: it is still on its way by replication.
 */
final class Reconciliation {
    private final Registry registry;
    private final Cancellations cancellations;
    private final InstantSource clock;
    private final long settledMillis;

    /** @param settled how old a change must be to be looked at */
    Reconciliation(Registry registry, Cancellations cancellations, InstantSource clock, Duration settled) {
        this.registry = registry;
        this.cancellations = cancellations;
        this.clock = clock;
        this.settledMillis = settled.toMillis();
    }

    /**
     * Takes over what the peer has right.
     *
     * @param theirs       what the peer holds of the applications
     * @param applications the applications that differ
     * @return how many instances were changed here
     */
    int apply(Holdings theirs, Set<String> applications) {
        long ahead = clock.millis() - theirs.now();
        Map<InstanceKey, LeaseState> ours = new HashMap<>();
        registry.forEachLease(lease -> {
            if (applications.contains(lease.instance().app())) {
                ours.put(lease.instance().key(), lease);
            }
        });
        int changed = 0;
        Set<InstanceKey> listedThere = new HashSet<>();
        for (LeaseState lease : theirs.leases()) {
            listedThere.add(lease.instance().key());
            changed +=
                    take(shifted(lease, ahead), ahead, ours.get(lease.instance().key())) ? 1 : 0;
        }
        List<Cancellation> cancelled = new ArrayList<>(theirs.cancelled());
        for (Cancellation each : cancelled) {
            if (!listedThere.contains(each.key())) {
                changed += cancel(each, each.at() + ahead, ours.get(each.key())) ? 1 : 0;
            }
        }
        return changed;
    }

    private boolean take(LeaseState theirs, long ahead, LeaseState ours) {
        InstanceInfo instance = theirs.instance();
        long now = clock.millis();
        if (now - instance.lastUpdatedTimestamp() - ahead < settledMillis) {
            return false;
        }
        if (ours == null) {
            Cancellation cancelled = cancellations.of(instance.key());
            boolean gone = cancelled != null && cancelled.coversAt(cancelled.at(), instance);
            boolean holds = instance.leaseInfo().lastRenewalTimestamp()
                            + instance.leaseInfo().durationMillis()
                    > now;
            return !gone && holds && registry.restore(Origin.PEER, theirs, 0);
        }
        return beats(instance, ours.instance()) && registry.replace(Origin.PEER, theirs, ours.instance());
    }

    private boolean cancel(Cancellation cancelled, long at, LeaseState ours) {
        if (ours == null || clock.millis() - at < settledMillis || !cancelled.coversAt(at, ours.instance())) {
            return false;
        }
        InstanceKey key = cancelled.key();
        return registry.cancel(Origin.PEER, key.app(), key.id(), cancelled.dirtyTimestamp());
    }

    private static boolean beats(InstanceInfo theirs, InstanceInfo ours) {
        if (theirs.lastDirtyTimestamp() != ours.lastDirtyTimestamp()) {
            return theirs.lastDirtyTimestamp() > ours.lastDirtyTimestamp();
        }
        long here = RegistryDigest.of(ours);
        long there = RegistryDigest.of(theirs);
        if (here == there) {
            return false;
        }
        return theirs.lastUpdatedTimestamp() != ours.lastUpdatedTimestamp()
                ? theirs.lastUpdatedTimestamp() > ours.lastUpdatedTimestamp()
                : there > here;
    }

    // The times of their lease by our clock. The time of the last change stays as it is: both sides compare the same
    // two numbers, and so agree on who is right, whatever their clocks say.
    static LeaseState shifted(LeaseState lease, long ahead) {
        LeaseInfo here = lease.instance().leaseInfo().byClockAhead(ahead).endedAt(0);
        return new LeaseState(lease.instance().withLease(here), lease.reported(), lease.override());
    }
}
