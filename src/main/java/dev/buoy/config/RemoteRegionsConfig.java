package dev.buoy.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys of {@code eureka.server.*} about servers of other regions, whose registries are shown beside the own (contract §10). */
public interface RemoteRegionsConfig {
    /** Base URLs without names. */
    Optional<List<String>> remoteRegionUrls();

    /** Base URL of a server by the name of its region, in lower case. */
    Map<String, String> remoteRegionUrlsWithName();

    /** Applications shown by region; {@code global} for those without an entry of their own. */
    Map<String, @WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> remoteRegionAppWhitelist();

    /** Pause between two fetches, in seconds. */
    @WithDefault("30")
    @Positive
    int remoteRegionRegistryFetchInterval();

    /** Most threads that fetch. */
    @WithDefault("20")
    @Positive
    int remoteRegionFetchThreadPoolSize();

    /** How long a connection may take, in milliseconds. */
    @WithDefault("1000")
    @Positive
    int remoteRegionConnectTimeoutMs();

    /** How long an answer may take, in milliseconds. */
    @WithDefault("1000")
    @Positive
    int remoteRegionReadTimeoutMs();

    /** Most connections to all regions together. */
    @WithDefault("1000")
    @Positive
    int remoteRegionTotalConnections();

    /** Most connections to one server. */
    @WithDefault("500")
    @Positive
    int remoteRegionTotalConnectionsPerHost();

    /** How long an unused connection is kept, in seconds. */
    @WithDefault("30")
    @Positive
    int remoteRegionConnectionIdleTimeoutSeconds();

    /** File with the certificates to trust. */
    Optional<String> remoteRegionTrustStore();

    /** Password of that file. */
    @WithDefault("changeit")
    String remoteRegionTrustStorePassword();

    /** Whether compressed answers are asked for. */
    @WithName("g-zip-content-from-remote-region")
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean gZipContentFromRemoteRegion();

    /** Whether everything is fetched every time. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean disableDeltaForRemoteRegions();

    /** Whether other regions are shown only to those who ask for them. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean disableTransparentFallbackToOtherRegion();
}
