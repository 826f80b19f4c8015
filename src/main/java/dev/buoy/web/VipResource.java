package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import java.util.function.Function;

/** {@code vips/{vip}} and {@code svips/{vip}}: instances of a (secure) VIP; an unknown one has none (contract §1.4). */
final class VipResource extends Resource {
    private final Function<String, FetchQuery> query;
    private final Fetches fetches;

    /** @param query what to fetch for the name of a VIP */
    VipResource(Function<String, FetchQuery> query, Fetches fetches) {
        super("GET, HEAD, OPTIONS");
        this.query = query;
        this.fetches = fetches;
    }

    @Override
    void get(Exchange exchange) {
        exchange.operation(Operation.FETCH_VIP);
        fetches.answer(exchange, query.apply(exchange.path().second()));
    }
}
