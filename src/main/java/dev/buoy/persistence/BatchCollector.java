package dev.buoy.persistence;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.changelog.Tail;
import dev.buoy.model.InstanceKey;
import dev.buoy.persistence.Batch.Removal;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together what a store does not have yet, and remembers how far it has got. A place in the change log moves on only
 * when the store has said that the batch is kept, so a failed batch is part of the next.
 *
 * <p>A lease is read after the log entry that made it interesting. It may already be newer; then the entry that says so is
 * part of the next batch, and the lease is written twice.
 */
final class BatchCollector {
    private final Registry registry;
    private final ChangeLog log;
    private final boolean alwaysWhole;
    private final long renewalMillis;

    private long place;
    private long savedAt;
    private long renewalsSavedAt;
    private boolean wholeNext;
    private Set<InstanceKey> kept = new HashSet<>();

    BatchCollector(Registry registry, ChangeLog log, boolean alwaysWhole, Duration renewalInterval) {
        this.registry = registry;
        this.log = log;
        this.alwaysWhole = alwaysWhole;
        this.renewalMillis = renewalInterval.toMillis();
    }

    /** A batch, and what is true once it is kept. */
    record Pending(Batch batch, long place, boolean withRenewals) {}

    /**
     * Takes note of what the store was found to hold.
     *
     * @param now     when it was found, epoch milliseconds
     * @param compare whether it may differ from the registry in more than what the log will tell
     */
    void keeps(Set<InstanceKey> keys, long now, boolean compare) {
        renewalsSavedAt = now;
        kept = alwaysWhole ? kept : new HashSet<>(keys);
        wholeNext = compare;
    }

    /** What the store holds is in doubt: the next batch is the whole registry. */
    void doubt() {
        wholeNext = true;
    }

    /**
     * What to save now; an empty batch if that is nothing.
     *
     * @param now    the time of day
     * @param forced whether to save the whole registry even if it has not moved
     */
    Pending collect(Instant now, boolean forced) {
        boolean withRenewals = forced || now.toEpochMilli() - renewalsSavedAt >= renewalMillis;
        long revision = registry.view().revision();
        Tail tail = log.after(place);
        Moved moved = Moved.of(tail.entries());
        boolean whole = forced || wholeNext || tail.compacted();
        if (alwaysWhole) {
            whole |= !moved.keys.isEmpty() || withRenewals && renewedSince(renewalsSavedAt);
        }
        long reached = tail.entries().isEmpty() ? revision : newestRevision(tail);
        Batch batch = whole ? whole(now, moved) : changed(now, moved, withRenewals);
        return new Pending(batch, reached, withRenewals || whole);
    }

    /** The batch is kept. */
    void saved(Pending pending) {
        Batch batch = pending.batch();
        place = pending.place();
        savedAt = batch.takenAt().toEpochMilli();
        if (pending.withRenewals()) {
            renewalsSavedAt = savedAt;
        }
        wholeNext &= !batch.whole();
        if (!alwaysWhole) {
            if (batch.whole()) {
                kept.clear();
            }
            batch.removed().forEach(removal -> kept.remove(removal.key()));
            batch.changed().forEach(lease -> kept.add(lease.instance().key()));
        }
    }

    /**
     * What the log tells of since the last batch.
     *
     * @param keys    of all that changed; what was just read from the store need not be written back
     * @param removed the last removal of each that was removed, though it may be listed again
     */
    private record Moved(Set<InstanceKey> keys, Map<InstanceKey, Removal> removed) {
        static Moved of(List<LogEntry> entries) {
            Moved moved = new Moved(new LinkedHashSet<>(), new LinkedHashMap<>());
            for (LogEntry entry : entries) {
                if (entry.origin() != Origin.SNAPSHOT) {
                    InstanceKey key = entry.change().key();
                    moved.keys.add(key);
                    removal(entry).ifPresent(removal -> moved.removed.put(key, removal));
                }
            }
            return moved;
        }

        private static Optional<Removal> removal(LogEntry entry) {
            return switch (entry.change().kind()) {
                case CANCELLED -> Optional.of(Removal.cancelled(entry.change().instance(), entry.at()));
                case EVICTED -> Optional.of(Removal.evicted(entry.change().instance(), entry.at()));
                case REGISTERED, STATUS_OVERRIDDEN, OVERRIDE_CLEARED, METADATA_CHANGED -> Optional.empty();
            };
        }
    }

    private static long newestRevision(Tail tail) {
        return tail.entries().get(tail.entries().size() - 1).revision();
    }

    private Batch changed(Instant now, Moved moved, boolean withRenewals) {
        List<LeaseState> changed = new ArrayList<>();
        for (InstanceKey key : moved.keys) {
            registry.lease(key.app(), key.id()).ifPresent(changed::add);
        }
        Map<InstanceKey, Long> renewed = withRenewals ? renewed(moved.keys) : Map.of();
        return new Batch(now, false, List.copyOf(moved.removed.values()), changed, renewed);
    }

    private Batch whole(Instant now, Moved moved) {
        List<LeaseState> all = new ArrayList<>();
        registry.forEachLease(all::add);
        return new Batch(now, true, alwaysWhole ? List.of() : removals(now, moved, all), all, Map.of());
    }

    /** Those that the log tells of, and those that must have been removed, since the store holds what is not listed. */
    private List<Removal> removals(Instant now, Moved moved, List<LeaseState> listed) {
        Set<InstanceKey> gone = new HashSet<>(kept);
        listed.forEach(lease -> gone.remove(lease.instance().key()));
        gone.removeAll(moved.removed.keySet());
        List<Removal> removals = new ArrayList<>(moved.removed.values());
        long at = now.toEpochMilli();
        gone.forEach(key -> removals.add(new Removal(key, at, Long.MAX_VALUE, savedAt == 0 ? at : savedAt)));
        return removals;
    }

    private Map<InstanceKey, Long> renewed(Set<InstanceKey> except) {
        Map<InstanceKey, Long> renewed = new HashMap<>();
        long since = renewalsSavedAt;
        registry.forEachLease(lease -> {
            long renewal = lease.instance().leaseInfo().lastRenewalTimestamp();
            if (renewal >= since && !except.contains(lease.instance().key())) {
                renewed.put(lease.instance().key(), renewal);
            }
        });
        return renewed;
    }

    private boolean renewedSince(long time) {
        boolean[] any = new boolean[1];
        registry.forEachLease(lease -> any[0] |= lease.instance().leaseInfo().lastRenewalTimestamp() >= time);
        return any[0];
    }
}
