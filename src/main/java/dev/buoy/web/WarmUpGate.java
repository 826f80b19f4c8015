package dev.buoy.web;

import dev.buoy.config.EurekaInstanceRegistryConfig;
import dev.buoy.config.EurekaServerConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/**
 * Keeps readers of the registry away from a server that starts with nothing and may be about to learn more (contract §6.6).
 * Open from the start, unless {@code eureka.instance.registry.default-open-for-traffic-count} is 0.
 */
@Singleton
public final class WarmUpGate {
    private final InstantSource clock;
    private volatile long opensAt; // epoch milliseconds; 0 when open

    @Inject
    WarmUpGate(EurekaServerConfig server, EurekaInstanceRegistryConfig registry, InstantSource clock) {
        this.clock = clock;
        this.opensAt =
                registry.defaultOpenForTrafficCount() == 0 ? clock.millis() + server.waitTimeInMsWhenSyncEmpty() : 0;
    }

    /** Whether the registry may be read. */
    public boolean isOpen() {
        if (opensAt != 0 && clock.millis() >= opensAt) {
            opensAt = 0;
        }
        return opensAt == 0;
    }
}
