package dev.buoy.security;

import dev.buoy.audit.Act;
import dev.buoy.audit.AuditTrail;
import dev.buoy.audit.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Counts what was refused, and has it written down who was refused what. */
@Singleton
public final class Refusals {
    private static final String METER = "buoy.security.refused";
    private static final String WHAT = "Requests refused, for want of valid credentials or by a rule";

    private final AuditTrail trail;
    private final Counter unauthenticated;
    private final Counter forbidden;

    Refusals(AuditTrail trail, MeterRegistry meters) {
        this.trail = trail;
        this.unauthenticated = Counter.builder(METER)
                .description(WHAT)
                .tag("reason", "unauthenticated")
                .register(meters);
        this.forbidden = Counter.builder(METER)
                .description(WHAT)
                .tag("reason", "forbidden")
                .register(meters);
    }

    /**
     * Somebody had no credentials where they are needed, or wrong ones: 401. Those who only looked without any are not written
     * down, and none are by what they asked for, which is whatever they like.
     */
    public void unauthenticated(HttpServerRequest request) {
        unauthenticated.increment();
        boolean wrong = request.headers().contains(HttpHeaders.AUTHORIZATION);
        if (wrong || isWrite(request)) {
            trail.record(
                    new Act(Act.ANYBODY, from(request), verb(request), "the server"),
                    Outcome.REFUSED,
                    wrong ? "wrong credentials" : "no credentials");
        }
    }

    /** Somebody who is known may not do this: 403. */
    public void forbidden(Caller caller, HttpServerRequest request, String rule) {
        forbidden.increment();
        trail.record(new Act(caller.name(), from(request), verb(request), request.path()), Outcome.REFUSED, rule);
    }

    private static boolean isWrite(HttpServerRequest request) {
        return switch (request.method().name()) {
            case "GET", "HEAD", "OPTIONS" -> false;
            default -> true;
        };
    }

    private static String verb(HttpServerRequest request) {
        return request.method().name().toLowerCase(Locale.ROOT);
    }

    private static String from(HttpServerRequest request) {
        return request.remoteAddress() == null
                ? ""
                : String.valueOf(request.remoteAddress().hostAddress());
    }
}
