package dev.buoy.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Publishes what requests are counted by. */
@Singleton
public final class RequestMetrics {
    private final RequestCounts counts;
    private final RateLimiter limiter;
    private final MeterRegistry meters;

    public RequestMetrics(RequestCounts counts, RateLimiter limiter, MeterRegistry meters) {
        this.counts = counts;
        this.limiter = limiter;
        this.meters = meters;
    }

    /** To be called once. */
    public void publish() {
        for (Operation operation : Operation.values()) {
            for (Outcome outcome : Outcome.values()) {
                FunctionCounter.builder("eureka.server.requests", counts, source -> source.of(operation, outcome))
                        .description("Requests below /eureka, by what they ask for and how they ended")
                        .tag("operation", operation.name().toLowerCase(Locale.ROOT))
                        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                        .register(meters);
            }
        }
        FunctionCounter.builder("eureka.server.fetches.over.limit", limiter, RateLimiter::excess)
                .description("Fetches that the rate limiter refused, or would have refused while it is off")
                .register(meters);
    }
}
