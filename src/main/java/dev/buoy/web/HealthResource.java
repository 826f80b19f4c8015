package dev.buoy.web;

import jakarta.inject.Singleton;

/** {@code healthcheck}: 200 as long as the server serves, for probes written for Netflix's server (contract §1.6). */
@Singleton
final class HealthResource extends Resource {
    HealthResource() {
        super("GET, HEAD, OPTIONS");
    }

    @Override
    void get(Exchange exchange) {
        exchange.send(Answer.OK);
    }
}
