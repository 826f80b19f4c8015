package dev.buoy.web;

import dev.buoy.peer.RemoteRegions;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;

/** {@code instances/{id}}: an instance of whatever application (contract §1.4). */
@Singleton
final class InstancesResource extends Resource {
    private final Registry registry;
    private final RemoteRegions regions;
    private final EurekaCodec codec;

    InstancesResource(Registry registry, RemoteRegions regions, EurekaCodec codec) {
        super("GET, HEAD, OPTIONS");
        this.registry = registry;
        this.regions = regions;
        this.codec = codec;
    }

    @Override
    void get(Exchange exchange) {
        exchange.operation(Operation.FETCH_INSTANCE);
        WireFormat format = Negotiation.format(exchange.headers());
        if (format == null) {
            exchange.send(Answer.NOT_ACCEPTABLE);
            return;
        }
        exchange.send(registry.instance(exchange.path().second())
                .or(() -> regions.instance(exchange.path().second()))
                .map(instance -> Answer.document(200, format, codec.encodeInstance(format, instance)))
                .orElse(Answer.NOT_FOUND));
    }
}
