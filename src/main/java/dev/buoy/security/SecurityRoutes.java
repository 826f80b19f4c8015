package dev.buoy.security;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.BiFunction;

/** Stands in front of all that is not Eureka's: the pages, {@code /buoy/v1}, and the management port. Absent while everything is open. */
@Singleton
final class SecurityRoutes {
    // After Eureka's own route, before Quarkus looks for an identity.
    private static final int ORDER = -240;

    private final Guard guard;
    private final Refusals refusals;
    private final ManagementPaths management;

    SecurityRoutes(Guard guard, Refusals refusals, ManagementPaths management) {
        this.guard = guard;
        this.refusals = refusals;
        this.management = management;
    }

    void protect(@Observes Router router) {
        if (!guard.isOpen()) {
            router.route().setName("Security").order(ORDER).handler(context -> admit(context, SecurityRoutes::pages));
        }
    }

    void protect(@Observes ManagementInterface port) {
        if (!guard.isOpen()) {
            port.router()
                    .route()
                    .setName("Security")
                    .order(ORDER)
                    .handler(context -> admit(context, management::refusal));
        }
    }

    private void admit(RoutingContext context, BiFunction<RoutingContext, Caller, Optional<String>> rules) {
        guard.identify(
                context,
                caller -> {
                    Optional<String> refusal = rules.apply(context, caller);
                    if (refusal.isEmpty()) {
                        context.next();
                    } else if (caller.isAnonymous()) {
                        turnAway(context, 401);
                    } else {
                        refuse(context, caller, refusal.get());
                    }
                },
                status -> turnAway(context, status));
    }

    private static Optional<String> pages(RoutingContext context, Caller caller) {
        return switch (context.request().method().name()) {
            case "GET", "HEAD", "OPTIONS" -> caller.refusedToRead();
            default -> caller.refusedToAdminister();
        };
    }

    private void turnAway(RoutingContext context, int status) {
        if (status == 401) {
            refusals.unauthenticated(context.request());
            context.response().putHeader("WWW-Authenticate", guard.challenge());
        } else {
            context.response().putHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        end(context, status, "");
    }

    private void refuse(RoutingContext context, Caller caller, String rule) {
        refusals.forbidden(caller, context.request(), rule);
        context.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=UTF-8");
        end(context, 403, rule + "\n");
    }

    /** Nobody reads the body of what is refused; the connection's next request comes after it. */
    private static void end(RoutingContext context, int status, String text) {
        context.response().setStatusCode(status).end(text);
        if (!context.request().isEnded()) {
            context.request().resume();
        }
    }
}
