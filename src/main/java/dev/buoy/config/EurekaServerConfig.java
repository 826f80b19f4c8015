package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Positive;
import java.util.Map;

/** {@code eureka.server.*}: names and defaults of Spring Cloud's Eureka server (contract §12). */
@ConfigMapping(prefix = "eureka.server")
public interface EurekaServerConfig
        extends PeerNodesConfig, RemoteRegionsConfig, RateLimiterConfig, ResponseCacheConfig, AmazonConfig {
    /** Whether leases are kept when too many renewals are missing at once. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enableSelfPreservation();

    /** Share of the expected renewals below which evictions stop; also bounds the share evicted in one run. 0.85 is 85 of 100. */
    @WithDefault("0.85")
    @DecimalMin("0.0")
    @DecimalMax("1.0")
    double renewalPercentThreshold();

    /** How long an evicted instance goes on counting as expected, and the pause between two recounts, in milliseconds. */
    @WithDefault("900000")
    @Positive
    long renewalThresholdUpdateIntervalMs();

    /** Seconds between renewals of a client that does not state its interval. */
    @WithDefault("30")
    int expectedClientRenewalIntervalSeconds();

    /** Pause between two looks for expired leases, in milliseconds. */
    @WithDefault("60000")
    @Positive
    long evictionIntervalTimerInMs();

    /** Whether a renewal that carries another dirty timestamp than ours is answered with 404 or 409 (contract §5.5). */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean syncWhenTimestampDiffers();

    /** How long a change stays in the delta, in milliseconds. */
    @WithName("retention-time-in-m-s-in-delta-queue")
    @WithDefault("180000")
    @Positive
    long retentionTimeInMSInDeltaQueue();

    /** Whether {@code apps/delta} answers 403, so that clients fetch everything every time. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean disableDelta();

    /** How often the delta is cleared of older changes, in milliseconds. */
    @WithDefault("30000")
    long deltaRetentionTimerIntervalInMs();

    /** Whether clients are counted by the name and version that they state. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean logIdentityHeaders();

    /** Whether the number of instances is published by application and status. No effect: it always is. */
    @WithName("metrics.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean metricsEnabled();

    /** Switches of experiments, by name. */
    Map<String, @WithConverter(PlainText.class) String> experimental();
}
