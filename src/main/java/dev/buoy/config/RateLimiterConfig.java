package dev.buoy.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.Set;

/** Keys of {@code eureka.server.*} about how many fetches are answered (contract §11). */
public interface RateLimiterConfig {
    /** Whether fetches beyond the limits are refused; otherwise they are only counted. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean rateLimiterEnabled();

    /** Whether nobody is exempt. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean rateLimiterThrottleStandardClients();

    /** Exempt clients, by the name they state. */
    Optional<Set<String>> rateLimiterPrivilegedClients();

    /** Fetches answered at once; no limit if not positive. */
    @WithDefault("10")
    int rateLimiterBurstSize();

    /** Fetches a second, of all kinds; no limit if not positive. */
    @WithDefault("500")
    int rateLimiterRegistryFetchAverageRate();

    /** Full fetches a second; no limit if not positive. */
    @WithDefault("100")
    int rateLimiterFullFetchAverageRate();
}
