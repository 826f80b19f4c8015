package dev.buoy.metrics;

import dev.buoy.registry.Evictor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;

/** How long the evictor's runs take, and how late they are. */
@Singleton
public final class EvictionMetrics {
    private final Evictor evictor;
    private final MeterRegistry meters;
    private final Timer runs;

    public EvictionMetrics(Evictor evictor, MeterRegistry meters) {
        this.evictor = evictor;
        this.meters = meters;
        this.runs = Timer.builder("eureka.server.eviction.run")
                .description("Looks for leases that have run out")
                .register(meters);
    }

    /** Publishes what is not counted. To be called once. */
    public void publish() {
        TimeGauge.builder(
                        "eureka.server.eviction.lateness",
                        evictor,
                        TimeUnit.MILLISECONDS,
                        source -> source.overdue().toMillis())
                .description("For how long a look for expired leases has been due; 0 while none is")
                .register(meters);
    }

    /** Has the evictor look, and takes the time. */
    public void timedRun() {
        runs.record(() -> {
            evictor.evictExpired();
        });
    }
}
