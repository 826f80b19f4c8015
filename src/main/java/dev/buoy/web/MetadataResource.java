package dev.buoy.web;

import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;

/** {@code apps/{app}/{id}/metadata}: every parameter of the query becomes an entry (contract §5.8). */
@Singleton
final class MetadataResource extends Resource {
    private final Registry registry;

    MetadataResource(Registry registry) {
        super("PUT, OPTIONS");
        this.registry = registry;
    }

    @Override
    void put(Exchange exchange) {
        exchange.operation(Operation.UPDATE_METADATA);
        RequestPath path = exchange.path();
        boolean known = registry.updateMetadata(path.application(), path.instanceId(), Query.all(exchange.query()));
        exchange.send(known ? Answer.OK : Answer.NOT_FOUND);
    }
}
