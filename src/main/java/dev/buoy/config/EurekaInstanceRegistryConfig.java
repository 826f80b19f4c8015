package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.PositiveOrZero;

/** {@code eureka.instance.registry.*}: what a server counts on before clients come (contract §6.2). */
@ConfigMapping(prefix = "eureka.instance.registry")
public interface EurekaInstanceRegistryConfig {
    /** Clients expected before the first registers. */
    @WithDefault("1")
    int expectedNumberOfClientsSendingRenews();

    /** Clients expected when nothing was copied from peers; with 0 reads wait, see {@code wait-time-in-ms-when-sync-empty}. */
    @WithDefault("1")
    @PositiveOrZero
    int defaultOpenForTrafficCount();
}
