package dev.buoy.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** Keys of {@code eureka.server.*} about prepared answers; Buoy's are always current, so these have no effect. */
public interface ResponseCacheConfig {
    /** How long an answer is kept, in seconds. */
    @WithDefault("180")
    long responseCacheAutoExpirationInSeconds();

    /** Pause between two updates of the answers, in milliseconds. */
    @WithDefault("30000")
    long responseCacheUpdateIntervalMs();

    /** Whether answers may lag behind by that pause. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean useReadOnlyResponseCache();

    /** Answers that there is room for at first. */
    @WithDefault("1000")
    int initialCapacityOfResponseCache();

    /** Codec of JSON. */
    Optional<String> jsonCodecName();

    /** Codec of XML. */
    Optional<String> xmlCodecName();
}
