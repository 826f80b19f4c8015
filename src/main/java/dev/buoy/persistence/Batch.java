package dev.buoy.persistence;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.registry.LeaseState;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a store is to keep in one step.
 *
 * @param takenAt when it was put together
 * @param whole   whether {@code changed} is the whole registry, rather than what changed since the last batch
 * @param removed leases that ended. They come first: an instance may be in {@code changed} too, registered again since
 * @param changed leases as they are now
 * @param renewed last sign of life of leases that are not in {@code changed}, epoch milliseconds
 */
record Batch(
        Instant takenAt,
        boolean whole,
        List<Removal> removed,
        List<LeaseState> changed,
        Map<InstanceKey, Long> renewed) {

    boolean isEmpty() {
        return !whole && changed.isEmpty() && removed.isEmpty() && renewed.isEmpty();
    }

    /**
     * A lease that ended.
     *
     * @param at          when, epoch milliseconds
     * @param dirty       the client's version of the instance then, or {@link Long#MAX_VALUE} if unknown
     * @param silentSince the server has heard no renewal after this, epoch milliseconds; {@link Long#MAX_VALUE} if the end
     *                    was the client's wish, so that renewals heard elsewhere do not matter
     */
    record Removal(InstanceKey key, long at, long dirty, long silentSince) {
        static Removal cancelled(InstanceInfo last, long at) {
            return new Removal(last.key(), at, last.lastDirtyTimestamp(), Long.MAX_VALUE);
        }

        static Removal evicted(InstanceInfo last, long at) {
            long silentSince = at - last.leaseInfo().durationMillis();
            return new Removal(last.key(), at, last.lastDirtyTimestamp(), silentSince);
        }

        boolean expired() {
            return silentSince != Long.MAX_VALUE;
        }
    }
}
