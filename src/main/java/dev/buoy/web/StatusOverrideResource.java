package dev.buoy.web;

import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.OptionalLong;

/** {@code apps/{app}/{id}/status}: a status forced on an instance, whatever its client says (contract §5.6, §5.7). */
@Singleton
final class StatusOverrideResource extends Resource {
    private static final Answer NO_STATUS =
            Answer.badRequest("value must be one of UP, DOWN, STARTING, OUT_OF_SERVICE, UNKNOWN");
    private static final Answer NO_TIMESTAMP = Answer.badRequest("lastDirtyTimestamp must be a number");

    private final Registry registry;

    StatusOverrideResource(Registry registry) {
        super("PUT, DELETE, OPTIONS");
        this.registry = registry;
    }

    @Override
    void put(Exchange exchange) {
        exchange.operation(Operation.OVERRIDE_STATUS);
        Optional<InstanceStatus> status = status(exchange);
        OptionalLong dirty = dirtyTimestamp(exchange);
        if (status.isEmpty() || dirty.isEmpty()) {
            exchange.send(status.isEmpty() ? NO_STATUS : NO_TIMESTAMP);
            return;
        }
        RequestPath path = exchange.path();
        boolean known = registry.overrideStatus(
                exchange.origin(), path.application(), path.instanceId(), status.get(), dirty.getAsLong());
        exchange.send(known ? Answer.OK : Answer.NOT_FOUND);
    }

    /** Clients give no value; the instance then has the status that it last reported itself (D-18). */
    @Override
    void delete(Exchange exchange) {
        exchange.operation(Operation.CLEAR_OVERRIDE);
        Optional<InstanceStatus> fallback = status(exchange);
        OptionalLong dirty = dirtyTimestamp(exchange);
        if (dirty.isEmpty() || fallback.isEmpty() && Query.first(exchange.query(), "value") != null) {
            exchange.send(dirty.isEmpty() ? NO_TIMESTAMP : NO_STATUS);
            return;
        }
        RequestPath path = exchange.path();
        boolean known = registry.clearOverride(
                exchange.origin(), path.application(), path.instanceId(), fallback.orElse(null), dirty.getAsLong());
        exchange.send(known ? Answer.OK : Answer.NOT_FOUND);
    }

    private static Optional<InstanceStatus> status(Exchange exchange) {
        return InstanceStatus.named(Query.first(exchange.query(), "value"));
    }

    /** The parameter, or that there is none; empty when it is no number. */
    private static OptionalLong dirtyTimestamp(Exchange exchange) {
        String dirty = Query.first(exchange.query(), "lastDirtyTimestamp");
        return dirty == null ? OptionalLong.of(Registry.NO_TIMESTAMP) : Query.timestamp(dirty);
    }
}
