package dev.buoy.web;

import jakarta.inject.Singleton;

/** {@code asg/{name}/status}: switches an auto-scaling group, of which there are none outside AWS: 400 (contract §1.5). */
@Singleton
final class AsgResource extends Resource {
    AsgResource() {
        super("PUT, OPTIONS");
    }

    @Override
    void put(Exchange exchange) {
        exchange.send(Answer.badRequest("auto-scaling groups are not supported"));
    }
}
