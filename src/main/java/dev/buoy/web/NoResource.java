package dev.buoy.web;

import dev.buoy.security.Caller;
import java.util.Optional;

/** What a path that names nothing leads to: 404 for every method. */
final class NoResource extends Resource {
    NoResource() {
        super("");
    }

    @Override
    Optional<String> refusal(Exchange exchange, Caller caller) {
        return caller.refusedToRead();
    }

    @Override
    void handle(Exchange exchange) {
        exchange.send(Answer.NOT_FOUND);
    }
}
