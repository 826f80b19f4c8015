package dev.buoy.web;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.peer.RemoteRegions;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.util.OptionalLong;

/** {@code apps/{app}/{id}}: one instance, its heartbeat, its cancellation (contract §1.4, §1.5). */
@Singleton
final class InstanceResource extends Resource {
    private final Registry registry;
    private final RemoteRegions regions;
    private final EurekaCodec codec;

    InstanceResource(Registry registry, RemoteRegions regions, EurekaCodec codec) {
        super("GET, HEAD, PUT, DELETE, OPTIONS");
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
        RequestPath path = exchange.path();
        exchange.send(registry.instance(path.application(), path.instanceId())
                .or(() -> regions.instance(path.application(), path.instanceId()))
                .map(instance -> Answer.document(200, format, codec.encodeInstance(format, instance)))
                .orElse(Answer.NOT_FOUND));
    }

    /** Heartbeat. 200 keeps the lease, 404 asks the client to register again, 409 shows a peer our newer copy. */
    @Override
    void put(Exchange exchange) {
        exchange.operation(Operation.RENEW);
        RequestPath path = exchange.path();
        String query = exchange.query();
        Origin origin = exchange.origin();
        long dirtyTimestamp = Registry.NO_TIMESTAMP;
        InstanceStatus overridden = null;
        if (query != null) {
            String dirty = Query.first(query, "lastDirtyTimestamp");
            if (dirty != null) {
                OptionalLong timestamp = Query.timestamp(dirty);
                if (timestamp.isEmpty()) {
                    exchange.send(Answer.BAD_REQUEST);
                    return;
                }
                dirtyTimestamp = timestamp.getAsLong();
            }
            String override = origin == Origin.PEER ? Query.first(query, "overriddenstatus") : null;
            if (override != null) {
                overridden = InstanceStatus.named(override).orElse(null);
                if (overridden == null) {
                    exchange.send(Answer.BAD_REQUEST);
                    return;
                }
            }
        }
        Renewal renewal = registry.renew(origin, path.application(), path.instanceId(), dirtyTimestamp, overridden);
        exchange.send(
                switch (renewal.outcome()) {
                    case RENEWED -> Answer.OK;
                    case UNKNOWN, NEWER_ELSEWHERE -> Answer.NOT_FOUND;
                    case OLDER_ELSEWHERE -> {
                        WireFormat format = Negotiation.formatOrXml(exchange.headers());
                        yield Answer.document(409, format, codec.encodeInstance(format, renewal.ours()));
                    }
                });
    }

    @Override
    void delete(Exchange exchange) {
        exchange.operation(Operation.CANCEL);
        RequestPath path = exchange.path();
        boolean known = registry.cancel(exchange.origin(), path.application(), path.instanceId());
        exchange.send(known ? Answer.OK : Answer.NOT_FOUND);
    }
}
