package dev.buoy.registry;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.model.InstanceKey;
import dev.buoy.text.Printable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Picks the leases that have run out and has the registry drop them, as far as self-preservation permits (contract §5.10).
 *
 * <p>One run evicts at most the share that the threshold allows, in random order, so that a mistake costs every application a
 * little and none of them all.
 */
public final class Evictor {
    private static final System.Logger LOG = System.getLogger(Evictor.class.getName());
    private static final int NAMED_AT_MOST = 10;

    private final EurekaServerConfig config;
    private final Registry registry;
    private final InstantSource clock;
    private final Random random;
    private final long createdAt;
    private volatile long previousRun; // 0 before the first

    /** @param random shuffles the candidates */
    public Evictor(EurekaServerConfig config, Registry registry, InstantSource clock, Random random) {
        this.config = config;
        this.registry = registry;
        this.clock = clock;
        this.random = random;
        this.createdAt = clock.millis();
    }

    /** For how long a run has been due by now; zero while none is. */
    public Duration overdue() {
        long previous = previousRun == 0 ? createdAt : previousRun;
        return Duration.ofMillis(Math.max(0, clock.millis() - previous - config.evictionIntervalTimerInMs()));
    }

    /** One run; returns who was evicted. */
    public synchronized List<InstanceKey> evictExpired() {
        long now = clock.millis();
        long late = lateness(now);
        previousRun = now;

        SelfPreservation selfPreservation = registry.selfPreservation();
        boolean permitted = selfPreservation.assess().verdict().expiryAllowed();
        int size = registry.leases().size();
        List<Lease> expired = new ArrayList<>();
        Map<Lease, Long> seenRenewal = new HashMap<>();
        registry.leases().forEach(lease -> {
            long renewal = lease.lastRenewal();
            if (lease.overdueFor(now) > late && (permitted || selfPreservation.givenUp(lease, now))) {
                expired.add(lease);
                seenRenewal.put(lease, renewal);
            }
        });
        if (expired.isEmpty()) {
            return List.of();
        }

        Collections.shuffle(expired, random);
        int limit = size - (int) (size * config.renewalPercentThreshold());
        List<InstanceKey> evicted = new ArrayList<>();
        for (Lease lease : expired.subList(0, Math.min(limit, expired.size()))) {
            if (registry.evict(lease, seenRenewal.get(lease), selfPreservation.givenUp(lease, now))) {
                evicted.add(lease.key());
            }
        }
        LOG.log(
                System.Logger.Level.INFO,
                "Evicted {0} of {1} overdue leases: {2}",
                Integer.toString(evicted.size()),
                Integer.toString(expired.size()),
                named(evicted));
        return evicted;
    }

    // Ids are clients' text; a few of them are enough for a log.
    private static String named(List<InstanceKey> evicted) {
        String names = evicted.stream()
                .limit(NAMED_AT_MOST)
                .map(key -> Printable.of(key.toString()))
                .collect(Collectors.joining(", "));
        return evicted.size() > NAMED_AT_MOST ? names + ", ..." : names;
    }

    // A process that was stopped or starved could not take renewals meanwhile; that time is not held against the
    // clients.
    private long lateness(long now) {
        return previousRun == 0 ? 0 : Math.max(0, now - previousRun - config.evictionIntervalTimerInMs());
    }
}
