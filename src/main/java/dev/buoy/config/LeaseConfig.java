package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** {@code buoy.lease.*}: how long a lease lasts. */
@ConfigMapping(prefix = "buoy.lease")
public interface LeaseConfig {
    /** Whether a renewed lease lasts twice its duration, as in Eureka, and shows its renewal that far in the future. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean eurekaCompatibleExpiry();
}
