package dev.buoy.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
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

    /** How long a connection may take to the end of a request's head before it is closed; 0 for no limit. */
    @WithDefault("30s")
    Duration headerTimeout();

    /** How long a client may take nothing of an answer before its connection is closed; 0 for no limit. */
    @WithDefault("30s")
    Duration answerTimeout();

    /** Most requests that are read, worked on, waiting or sent at a time; those beyond are answered with 503. */
    @WithDefault("10000")
    @Min(1)
    int maxRequestsInFlight();

    /** Most answers with the whole registry or its delta that are sent at a time; more wait in line. */
    @WithDefault("64")
    @Min(1)
    int maxRegistryFetches();

    /** How long a fetch waits in that line before it is answered with 503. */
    @WithDefault("5s")
    Duration maxWait();
}
