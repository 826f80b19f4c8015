package dev.buoy.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Publishes what requests are counted by. */
@Singleton
public final class RequestMetrics {
    private final RequestCounts counts;
    private final RateLimiter limiter;
    private final Admission admission;
    private final MeterRegistry meters;

    public RequestMetrics(RequestCounts counts, RateLimiter limiter, Admission admission, MeterRegistry meters) {
        this.counts = counts;
        this.limiter = limiter;
        this.admission = admission;
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
        for (Rank rank : Rank.values()) {
            FunctionCounter.builder("buoy.http.requests.shed", admission, source -> source.shed(rank))
                    .description("Requests answered with 503 since too many were in flight for one of their rank")
                    .tag("rank", rank.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
        Gauge.builder("buoy.http.requests.in.flight", admission, Admission::inFlight)
                .description("Requests that are read, worked on, waiting or sent; heartbeats never are")
                .register(meters);
        Gauge.builder("buoy.http.requests.waiting", admission, Admission::waiting)
                .description("Fetches of the whole registry or its delta that wait in line to be sent")
                .register(meters);
    }
}
