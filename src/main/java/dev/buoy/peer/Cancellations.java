package dev.buoy.peer;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Tail;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who was cancelled of late, so that a peer which did not hear of it does not bring the instance back. Bounded in age and
 * number.
 */
final class Cancellations {
    /**
     * @param key            who
     * @param dirtyTimestamp of the copy that was cancelled
     * @param at             when, epoch milliseconds
     * @param from           id of the node that told it; null if it was a client or is not known
     */
    record Cancellation(InstanceKey key, long dirtyTimestamp, long at, String from) {
        // What was on its way between servers when the instance was cancelled arrives later and proves nothing: it may
        // wait
        // half a minute to be sent, and clocks differ.
        private static final long MARGIN_MILLIS = 40_000;

        /**
         * Whether it is right against a copy: that is no newer, and neither registered nor renewed well after it.
         *
         * @param here the time of the cancellation by the clock that the copy's times are of
         */
        boolean coversAt(long here, InstanceInfo copy) {
            return coversUntil(here + MARGIN_MILLIS, copy);
        }

        /** The same against a copy that tells when its client itself last showed that it lives. */
        boolean coversClient(InstanceInfo copy) {
            return coversUntil(at, copy);
        }

        private boolean coversUntil(long until, InstanceInfo copy) {
            LeaseInfo lease = copy.leaseInfo();
            return copy.lastDirtyTimestamp() <= dirtyTimestamp
                    && lease.registrationTimestamp() <= until
                    && lease.lastRenewalTimestamp() <= until;
        }
    }

    private static final Duration KEPT = Duration.ofHours(1);
    private static final int MOST = 50_000;

    private final ChangeLog log;
    private final InstantSource clock;
    private final Map<InstanceKey, Cancellation> kept = new LinkedHashMap<>();
    private long place;

    Cancellations(ChangeLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Reads on in the log. Must be called more often than the log forgets. */
    synchronized void readLog() {
        Tail tail = log.after(place);
        if (tail.compacted()) {
            place = log.revision();
            return;
        }
        for (LogEntry entry : tail.entries()) {
            place = entry.revision();
            InstanceKey key = entry.change().key();
            switch (entry.change().kind()) {
                case CANCELLED ->
                    put(new Cancellation(key, entry.change().instance().lastDirtyTimestamp(), entry.at(), null));
                case REGISTERED -> kept.remove(key);
                case STATUS_OVERRIDDEN, OVERRIDE_CLEARED, METADATA_CHANGED, EVICTED -> {}
            }
        }
        forget();
    }

    synchronized Cancellation of(InstanceKey key) {
        return kept.get(key);
    }

    /** Those of some applications, or of all if null. */
    synchronized List<Cancellation> of(java.util.Set<String> applications) {
        List<Cancellation> found = new ArrayList<>();
        for (Cancellation each : kept.values()) {
            if (applications == null || applications.contains(each.key().app())) {
                found.add(each);
            }
        }
        return found;
    }

    /** Notes which node told of a cancellation: of what it tells later of the instance, it knows itself that it is later. */
    synchronized void toldBy(InstanceKey key, String node) {
        kept.computeIfPresent(key, (k, each) -> new Cancellation(k, each.dirtyTimestamp(), each.at(), node));
    }

    private void put(Cancellation cancellation) {
        kept.remove(cancellation.key());
        kept.put(cancellation.key(), cancellation);
    }

    private void forget() {
        long oldest = clock.millis() - KEPT.toMillis();
        Iterator<Cancellation> each = kept.values().iterator();
        while (each.hasNext()) {
            if (each.next().at() >= oldest && kept.size() <= MOST) {
                return;
            }
            each.remove();
        }
    }
}
