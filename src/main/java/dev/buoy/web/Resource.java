package dev.buoy.web;

import dev.buoy.changelog.Origin;
import dev.buoy.security.Caller;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;

/** Something that a path names. It answers 405 to the methods that it does not have. */
abstract class Resource {
    private final String allow;

    /** @param allow the methods it has, as the Allow header lists them */
    Resource(String allow) {
        this.allow = allow;
    }

    /** The methods it has, as the Allow header lists them. */
    String allow() {
        return allow;
    }

    void handle(Exchange exchange) {
        switch (exchange.request().method().name()) {
            case "GET", "HEAD" -> get(exchange);
            case "PUT" -> put(exchange);
            case "POST" -> post(exchange);
            case "DELETE" -> delete(exchange);
            case "OPTIONS" -> options(exchange);
            default -> notAllowed(exchange);
        }
    }

    /** Why somebody may not do what the request asks for; empty if they may. Reading needs any role, all else what is written here. */
    Optional<String> refusal(Exchange exchange, Caller caller) {
        return switch (exchange.request().method().name()) {
            case "PUT", "POST", "DELETE" -> refusalToWrite(exchange, caller);
            default -> caller.refusedToRead();
        };
    }

    /** An instance is its application's; a peer tells of any. */
    Optional<String> refusalToWrite(Exchange exchange, Caller caller) {
        return exchange.origin() == Origin.PEER
                ? caller.refusedToReplicate()
                : caller.refusedToWrite(exchange.path().application());
    }

    /** Also for HEAD, whose body is left out on the way. */
    void get(Exchange exchange) {
        notAllowed(exchange);
    }

    void put(Exchange exchange) {
        notAllowed(exchange);
    }

    void post(Exchange exchange) {
        notAllowed(exchange);
    }

    void delete(Exchange exchange) {
        notAllowed(exchange);
    }

    void options(Exchange exchange) {
        exchange.request().response().putHeader(HttpHeaders.ALLOW, allow);
        exchange.send(Answer.OK);
    }

    private void notAllowed(Exchange exchange) {
        exchange.request().response().putHeader(HttpHeaders.ALLOW, allow);
        exchange.send(Answer.METHOD_NOT_ALLOWED);
    }
}
