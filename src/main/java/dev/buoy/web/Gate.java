package dev.buoy.web;

import dev.buoy.model.InstanceInfo;
import dev.buoy.security.Caller;
import dev.buoy.security.Guard;
import dev.buoy.security.Refusals;
import io.netty.util.AsciiString;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Lets requests pass to their resource, or not. While everything is open it is one look at a field. */
@Singleton
final class Gate {
    /** Names the rule by which a request was refused; also where a body would break clients (D-3). */
    static final CharSequence RULE = AsciiString.cached("X-Buoy-Refused");

    private final Guard guard;
    private final Refusals refusals;
    private final boolean open;

    Gate(Guard guard, Refusals refusals) {
        this.guard = guard;
        this.refusals = refusals;
        this.open = guard.isOpen();
    }

    void pass(RoutingContext context, Exchange exchange, Resource resource) {
        if (open) {
            resource.handle(exchange);
            return;
        }
        guard.identify(context, caller -> decide(exchange, resource, caller), status -> turnAway(exchange, status));
    }

    private void decide(Exchange exchange, Resource resource, Caller caller) {
        try {
            exchange.caller(caller);
            Optional<String> refusal = resource.refusal(exchange, caller);
            if (refusal.isEmpty()) {
                resource.handle(exchange);
            } else if (caller.isAnonymous()) {
                turnAway(exchange, 401);
            } else {
                exchange.send(refuse(exchange, refusal.get()));
            }
        } catch (RuntimeException e) {
            exchange.fail(e);
        }
    }

    private void turnAway(Exchange exchange, int status) {
        if (status == 401) {
            refusals.unauthenticated(exchange.request());
            exchange.request().response().putHeader("WWW-Authenticate", guard.challenge());
        } else {
            exchange.request().response().putHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        exchange.send(Answer.empty(status));
    }

    /** The answer 403 that names the rule. A heartbeat's has no body. */
    Answer refuse(Exchange exchange, String rule) {
        var request = exchange.request();
        refusals.forbidden(exchange.caller().orElseThrow(), request, rule);
        request.response().putHeader(RULE, rule);
        return isHeartbeat(exchange) ? Answer.FORBIDDEN : Answer.refusal(403, rule);
    }

    private static boolean isHeartbeat(Exchange exchange) {
        return exchange.request().method() == HttpMethod.PUT && exchange.path().size() == 3;
    }

    /**
     * Why an instance may not have the VIP addresses that it has: clients find services by them, so they are another's as much
     * as the names of applications are.
     */
    Optional<String> foreignVip(Exchange exchange, InstanceInfo instance) {
        if (open) {
            return Optional.empty();
        }
        Caller caller = exchange.caller().orElseThrow();
        return vips(instance.vipAddress(), caller).or(() -> vips(instance.secureVipAddress(), caller));
    }

    private static Optional<String> vips(String addresses, Caller caller) {
        if (addresses != null) {
            for (String vip : addresses.split(",")) {
                Optional<String> refusal = vip.isBlank() ? Optional.empty() : caller.refusedToWrite(vip.strip());
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
        }
        return Optional.empty();
    }
}
