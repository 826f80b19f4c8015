package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import dev.buoy.config.EurekaServerConfig;
import jakarta.inject.Singleton;

/** {@code apps/delta}: what changed of late (contract §1.4, §7). */
@Singleton
final class DeltaResource extends Resource {
    private final boolean disabled;
    private final RateLimiter limiter;
    private final Fetches fetches;

    DeltaResource(EurekaServerConfig config, RateLimiter limiter, Fetches fetches) {
        super("GET, HEAD, OPTIONS");
        this.disabled = config.disableDelta();
        this.limiter = limiter;
        this.fetches = fetches;
    }

    /** A client that is answered 403 fetches everything. */
    @Override
    void get(Exchange exchange) {
        exchange.operation(Operation.FETCH_DELTA);
        if (!limiter.admits(exchange.headers())) {
            exchange.send(Answer.SERVICE_UNAVAILABLE);
        } else if (disabled) {
            exchange.send(Answer.FORBIDDEN);
        } else {
            fetches.answer(exchange, FetchQuery.DELTA);
        }
    }
}
