package dev.buoy.runtime;

import dev.buoy.metrics.EvictionMetrics;
import dev.buoy.metrics.RegistryMetrics;
import dev.buoy.web.RequestMetrics;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.ext.web.Router;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Publishes all meters, and has each scrape see the registry as it is at that moment. */
@Singleton
final class Metering {
    private static final int EARLY = 10;
    private static final int BEFORE_ALL_ROUTES = -1_000;

    private final RegistryMetrics registry;
    private final String path;

    Metering(
            RegistryMetrics registry,
            @ConfigProperty(name = "quarkus.micrometer.export.prometheus.path", defaultValue = "metrics") String path,
            @ConfigProperty(name = "quarkus.management.root-path", defaultValue = "/q") String root) {
        this.registry = registry;
        this.path = path.startsWith("/") ? path : root + "/" + path;
    }

    void start(@Observes @Priority(EARLY) StartupEvent event, EvictionMetrics evictions, RequestMetrics requests) {
        registry.publish();
        evictions.publish();
        requests.publish();
    }

    void beforeScrapes(@Observes ManagementInterface management) {
        Router router = management.router();
        router.route(path + "*")
                .order(BEFORE_ALL_ROUTES)
                .blockingHandler(
                        context -> {
                            registry.refresh();
                            context.next();
                        },
                        false);
    }

    /** In between, so that the log never drops what is not counted yet. */
    void refresh() {
        registry.refresh();
    }
}
