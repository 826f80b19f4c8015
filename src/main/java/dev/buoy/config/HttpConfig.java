package dev.buoy.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code buoy.http.*}: limits on what a request may carry. */
@ConfigMapping(prefix = "buoy.http")
public interface HttpConfig {
    /** Largest body of a request as sent; a larger one is answered with 413. */
    @WithDefault("2M")
    MemorySize maxBodySize();

    /** Largest body of a request once decompressed, and of a peer's batch as sent; a larger one is answered with 413. */
    @WithDefault("8M")
    MemorySize maxInflatedSize();

    /** How long the body of a request may take to arrive; one that takes longer is answered with 408; 0 for no limit. */
    @WithDefault("30s")
    Duration bodyTimeout();
}
