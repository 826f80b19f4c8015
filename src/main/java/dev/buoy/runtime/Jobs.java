package dev.buoy.runtime;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import dev.buoy.cache.ResponseCache;
import dev.buoy.registry.Evictor;
import io.quarkus.scheduler.Scheduled;
import jakarta.inject.Singleton;

/** When things happen. What happens is written, and tested, in the rooms these jobs call. */
@Singleton
final class Jobs {
    private final Evictor evictor;
    private final ResponseCache cache;

    Jobs(Evictor evictor, ResponseCache cache) {
        this.evictor = evictor;
        this.cache = cache;
    }

    /** The first run is one interval after the start. Intervals round up to whole seconds. */
    @Scheduled(
            every = "${eureka.server.eviction-interval-timer-in-ms:60000}ms",
            delayed = "${eureka.server.eviction-interval-timer-in-ms:60000}ms",
            concurrentExecution = SKIP)
    void evict() {
        evictor.evictExpired();
    }

    @Scheduled(every = "1m", delayed = "1m", concurrentExecution = SKIP)
    void dropUnaskedAnswers() {
        cache.dropUnasked();
    }
}
