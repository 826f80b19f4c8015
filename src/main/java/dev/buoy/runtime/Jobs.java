package dev.buoy.runtime;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import dev.buoy.cache.ResponseCache;
import dev.buoy.dashboard.ChangeHistory;
import dev.buoy.dashboard.RenewalHistory;
import dev.buoy.metrics.EvictionMetrics;
import dev.buoy.registry.Registry;
import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Singleton;

/** When things happen. What happens is written, and tested, in the rooms these jobs call. */
@Singleton
final class Jobs {
    private final EvictionMetrics evictor;
    private final Registry registry;
    private final ResponseCache cache;
    private final Metering metering;
    private final SchedulerTicks ticks;
    private final ChangeHistory changes;
    private final RenewalHistory renewals;

    Jobs(
            EvictionMetrics evictor,
            Registry registry,
            ResponseCache cache,
            Metering metering,
            SchedulerTicks ticks,
            ChangeHistory changes,
            RenewalHistory renewals) {
        this.evictor = evictor;
        this.registry = registry;
        this.cache = cache;
        this.metering = metering;
        this.ticks = ticks;
        this.changes = changes;
        this.renewals = renewals;
    }

    /** The first run is one interval after the start. Intervals round up to whole seconds. */
    @Scheduled(
            every = "${eureka.server.eviction-interval-timer-in-ms:60000}ms",
            delayed = "${eureka.server.eviction-interval-timer-in-ms:60000}ms",
            concurrentExecution = SKIP)
    void evict() {
        evictor.timedRun();
    }

    /** Forgets old losses. All other figures of the threshold are counted whenever they are asked for. */
    @Scheduled(
            every = "${eureka.server.renewal-threshold-update-interval-ms:900000}ms",
            delayed = "${eureka.server.renewal-threshold-update-interval-ms:900000}ms",
            concurrentExecution = SKIP)
    void updateThreshold() {
        registry.selfPreservation().updateThreshold();
    }

    /** Between two looks of the evictor, so that the log tells within seconds when protection begins and ends. */
    @Scheduled(every = "10s", delayed = "10s", concurrentExecution = SKIP)
    void watchSelfPreservation() {
        registry.selfPreservation().assess();
    }

    @Scheduled(every = "5s", delayed = "5s", concurrentExecution = SKIP)
    void countChanges() {
        ticks.tick();
        metering.refresh();
        changes.catchUp();
    }

    @Scheduled(every = "1m", delayed = "1m", concurrentExecution = SKIP)
    void noteRenewals() {
        renewals.note();
    }

    @Scheduled(every = "1m", delayed = "1m", concurrentExecution = SKIP)
    void dropUnaskedAnswers() {
        cache.dropUnasked();
    }
}
