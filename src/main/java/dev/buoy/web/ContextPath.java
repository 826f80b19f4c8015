package dev.buoy.web;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/**
 * The path below which everything on the clients' port is served, if {@code server.servlet.context-path} names one, as in
 * Spring: with {@code /x} the API is {@code /x/eureka}, and {@code /eureka} is not there. Without one there is no route at all.
 */
@Singleton
public final class ContextPath {
    private static final String KEY = "server.servlet.context-path";
    private static final String REQUESTED = ContextPath.class.getName();

    // Before all others: rules on paths must see what is served.
    private static final int ORDER = -10_000;

    private final String prefix;

    ContextPath(Config config) {
        String path = config.getOptionalValue(KEY, String.class).orElse("").replaceAll("/+$", "");
        if (!path.isEmpty() && !path.startsWith("/")) {
            throw new IllegalArgumentException(KEY + " must start with /");
        }
        this.prefix = path;
    }

    /** Empty without one; otherwise it begins with a slash and does not end with one. */
    String prefix() {
        return prefix;
    }

    void register(@Observes Router router) {
        if (!prefix.isEmpty()) {
            router.route().setName("Context path").order(ORDER).handler(this::strip);
        }
    }

    private void strip(RoutingContext context) {
        if (context.get(REQUESTED) != null) {
            context.next(); // the rest of a path may look like the prefix
            return;
        }
        String path = context.request().path();
        boolean below = path != null
                && path.startsWith(prefix)
                && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
        if (!below) {
            context.response().setStatusCode(404).end();
            return;
        }
        context.put(REQUESTED, path);
        String rest = path.length() == prefix.length() ? "/" : path.substring(prefix.length());
        String query = context.request().query();
        context.reroute(query == null ? rest : rest + "?" + query);
    }

    /** The path of a request as the client sent it. */
    public static String asRequested(RoutingContext context) {
        String requested = context.get(REQUESTED);
        return requested == null ? context.request().path() : requested;
    }
}
