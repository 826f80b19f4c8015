package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Optional;

/** {@code buoy.peers.*}: what Eureka's settings of replication and membership lack. */
@ConfigMapping(prefix = "buoy.peers")
public interface PeersConfig {
    /** Name of this node, told to peers so that they know each other; a new random one at each start if absent. */
    Optional<String> nodeId();

    /** Name in DNS whose addresses, or SRV records if it begins with an underscore, are the peers; none if absent. */
    Optional<String> dns();

    /** Pause between two look-ups of that name. */
    @WithDefault("5s")
    Duration dnsRefresh();

    /** Port of peers found by address; SRV records bring their own. */
    @WithDefault("8761")
    @Min(1)
    @Max(65535)
    int dnsPort();

    /** Scheme of peers found in DNS, {@code http} or {@code https}. */
    @WithDefault("http")
    String dnsScheme();

    /** Path of the API of peers found in DNS. */
    @WithDefault("/eureka/")
    String dnsPath();

    /** User name for peers found in DNS; none if absent. */
    Optional<String> dnsUser();

    /** Password for peers found in DNS. */
    Optional<String> dnsPassword();

    /** Name of the {@code quarkus.tls} configuration for connections to peers; if absent, {@code eureka.client.tls.*}. */
    Optional<String> tlsConfigurationName();

    /** How long a change waits for others to be sent with. */
    @WithDefault("500ms")
    Duration batchDelay();

    /** Most entries that are sent together. */
    @WithDefault("250")
    @Min(1)
    @Max(10000)
    int batchSize();

    /** Longest pause before a peer that failed is tried again. */
    @WithDefault("5s")
    Duration maxBackOff();

    /** Pause between two looks at a peer: whether it is there, and what it holds. */
    @WithDefault("10s")
    Duration probeInterval();

    /** Pause between two comparisons with a peer; 0 for none. */
    @WithDefault("60s")
    Duration antiEntropyInterval();
}
