package dev.buoy.web;

import dev.buoy.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/** {@code asg/{name}/status}: switches an auto-scaling group, of which there are none outside AWS: 400 (contract §1.5). */
@Singleton
final class AsgResource extends Resource {
    AsgResource() {
        super("PUT, OPTIONS");
    }

    @Override
    Optional<String> refusalToWrite(Exchange exchange, Caller caller) {
        return caller.refusedToAdminister();
    }

    @Override
    void put(Exchange exchange) {
        exchange.send(Answer.badRequest("auto-scaling groups are not supported"));
    }
}
