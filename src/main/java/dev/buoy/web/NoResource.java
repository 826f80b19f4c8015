package dev.buoy.web;

/** What a path that names nothing leads to: 404 for every method. */
final class NoResource extends Resource {
    NoResource() {
        super("");
    }

    @Override
    void handle(Exchange exchange) {
        exchange.send(Answer.NOT_FOUND);
    }
}
