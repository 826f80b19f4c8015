package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.RegistrationCheck;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.util.Optional;

/** {@code apps/{app}}: one application, and registration with it (contract §1.4, §1.5). */
@Singleton
final class ApplicationResource extends Resource {
    private final Gate gate;
    private final Registry registry;
    private final EurekaCodec codec;
    private final BodyReader bodies;
    private final RateLimiter limiter;
    private final Fetches fetches;

    ApplicationResource(
            Gate gate, Registry registry, EurekaCodec codec, BodyReader bodies, RateLimiter limiter, Fetches fetches) {
        super("GET, HEAD, POST, OPTIONS");
        this.gate = gate;
        this.registry = registry;
        this.codec = codec;
        this.bodies = bodies;
        this.limiter = limiter;
        this.fetches = fetches;
    }

    @Override
    void get(Exchange exchange) {
        exchange.operation(Operation.FETCH_APPLICATION);
        if (limiter.admits(exchange.headers())) {
            fetches.answer(exchange, FetchQuery.application(exchange.path().application()));
        } else {
            exchange.send(Answer.SERVICE_UNAVAILABLE);
        }
    }

    /** Registration. Stored, or politely ignored for being older than our copy: 204 either way, whatever is accepted. */
    @Override
    void post(Exchange exchange) {
        exchange.operation(Operation.REGISTER);
        WireFormat format = Negotiation.contentFormat(exchange.headers());
        if (format == null) {
            exchange.send(Answer.UNSUPPORTED_MEDIA_TYPE);
            return;
        }
        Origin origin = exchange.origin();
        String app = exchange.path().application();
        bodies.read(exchange, body -> register(exchange, origin, app, body, format));
    }

    private Answer register(Exchange exchange, Origin origin, String app, byte[] body, WireFormat format) {
        InstanceInfo incoming;
        try {
            incoming = codec.decodeInstance(format, body, 0, body.length);
        } catch (MalformedPayloadException e) {
            return Answer.badRequest("cannot parse request body: " + e.getMessage());
        }
        Optional<String> fault = RegistrationCheck.firstFault(app, incoming);
        if (fault.isPresent()) {
            return Answer.badRequest(fault.get());
        }
        Optional<String> foreign = origin == Origin.PEER ? Optional.empty() : gate.foreignVip(exchange, incoming);
        if (foreign.isPresent()) {
            return gate.refuse(exchange, foreign.get());
        }
        registry.register(origin, incoming);
        return Answer.NO_CONTENT;
    }
}
