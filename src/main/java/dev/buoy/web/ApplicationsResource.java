package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import jakarta.inject.Singleton;

/** {@code apps}: the whole registry (contract §1.4). */
@Singleton
final class ApplicationsResource extends Resource {
    private final RateLimiter limiter;
    private final Fetches fetches;

    ApplicationsResource(RateLimiter limiter, Fetches fetches) {
        super("GET, HEAD, OPTIONS");
        this.limiter = limiter;
        this.fetches = fetches;
    }

    @Override
    void get(Exchange exchange) {
        exchange.operation(Operation.FETCH_ALL);
        if (limiter.admitsFull(exchange.headers())) {
            fetches.answer(exchange, FetchQuery.ALL);
        } else {
            exchange.send(Answer.SERVICE_UNAVAILABLE);
        }
    }
}
