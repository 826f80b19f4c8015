package dev.buoy.security;

import dev.buoy.config.ActuatorConfig;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * What the paths of the management port need: health, metrics and information any role, or none where that was said; all
 * else, which shows or changes the process, an administrator.
 */
@Singleton
final class ManagementPaths {
    private final Policy policy;
    private final Map<String, String> harmless;
    private final String links;

    ManagementPaths(Policy policy, ActuatorConfig actuator, Config config) {
        this.policy = policy;
        String root = config.getOptionalValue("quarkus.management.root-path", String.class)
                .orElse("/q");
        this.links = "/" + actuator.basePath().replaceAll("^/+|/+$", "");
        this.harmless = Map.of(
                root + "/health", "health",
                links + "/health", "health",
                root + "/metrics", "metrics",
                links + "/prometheus", "metrics",
                links + "/metrics", "metrics",
                root + "/info", "info",
                links + "/info", "info");
    }

    Optional<String> refusal(RoutingContext context, Caller caller) {
        // The form that routes are matched by.
        String path = context.normalizedPath();
        boolean reads =
                switch (context.request().method().name()) {
                    case "GET", "HEAD", "OPTIONS" -> true;
                    default -> false;
                };
        Optional<String> kind = reads ? kind(path) : Optional.empty();
        if (kind.isPresent()) {
            return policy.shows(kind.get()) ? Optional.empty() : caller.refusedToRead();
        }
        boolean isLinks = reads && (path.equals(links) || path.equals(links + "/"));
        return isLinks ? caller.refusedToRead() : caller.refusedToAdminister();
    }

    private Optional<String> kind(String path) {
        return harmless.entrySet().stream()
                .filter(entry -> path.equals(entry.getKey()) || path.startsWith(entry.getKey() + "/"))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
