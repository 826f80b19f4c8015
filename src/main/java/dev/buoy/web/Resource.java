package dev.buoy.web;

import io.vertx.core.http.HttpHeaders;

/** Something that a path names. It answers 405 to the methods that it does not have. */
abstract class Resource {
    private final String allow;

    /** @param allow the methods it has, as the Allow header lists them */
    Resource(String allow) {
        this.allow = allow;
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
