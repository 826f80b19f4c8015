package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.Positive;
import java.util.Map;
import java.util.Optional;

/** {@code eureka.client.*}: where the other servers are, and how a client of them would behave (contract §9.6, §12). */
@ConfigMapping(prefix = "eureka.client")
public interface EurekaClientConfig {
    /** Whether there is a client at all; without one there are no peers. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /** Whether this server appears in the registry of its peers. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean registerWithEureka();

    /** Whether a starting server asks its peers for their registry. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean fetchRegistry();

    /** Base URLs of servers, by zone. None by default: a server without them has no peers. */
    Map<String, @WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> serviceUrl();

    /** Own region. */
    @WithDefault("us-east-1")
    String region();

    /** Zones, by region; {@code defaultZone} for a region without an entry. */
    Map<String, @WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> availabilityZones();

    /** Whether the servers of the own zone come first. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean preferSameZoneEureka();

    /** Whether the list of servers is read from DNS instead. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean useDnsForFetchingServiceUrls();

    /** Name in DNS below which the servers are listed: TXT records of {@code txt.REGION.NAME} and of {@code txt.ZONE}. */
    @WithName("eureka-server-d-n-s-name")
    Optional<String> eurekaServerDnsName();

    /** Port of servers listed in DNS; 8761 if absent. */
    Optional<String> eurekaServerPort();

    /** Path of servers listed in DNS; the root if absent. */
    @WithName("eureka-server-u-r-l-context")
    Optional<String> eurekaServerUrlContext();

    /** Pause between two looks into DNS, in seconds. */
    @WithDefault("300")
    @Positive
    int eurekaServiceUrlPollIntervalSeconds();

    /** Pause between two fetches, in seconds. */
    @WithDefault("30")
    @Positive
    int registryFetchIntervalSeconds();

    /** How long a connection of the client may take, in seconds. */
    @WithDefault("5")
    @Positive
    int eurekaServerConnectTimeoutSeconds();

    /** How long an answer to the client may take, in seconds. */
    @WithDefault("8")
    @Positive
    int eurekaServerReadTimeoutSeconds();

    /** How long an unused connection of the client is kept, in seconds. */
    @WithDefault("30")
    int eurekaConnectionIdleTimeoutSeconds();

    /** Most connections of the client. */
    @WithDefault("200")
    int eurekaServerTotalConnections();

    /** Most connections of the client to one server. */
    @WithDefault("50")
    int eurekaServerTotalConnectionsPerHost();

    /** Delay before changes of the own instance are first sent, in seconds. */
    @WithDefault("40")
    int initialInstanceInfoReplicationIntervalSeconds();

    /** Pause between two looks for changes of the own instance, in seconds. */
    @WithDefault("30")
    int instanceInfoReplicationIntervalSeconds();

    /** Whether the client keeps instances that are up only. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean filterOnlyUpInstances();

    /** Whether the client fetches everything every time. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean disableDelta();

    /** Whether the client logs what differs after a delta. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean logDeltaDiff();

    /** Regions that the client asks for. */
    Optional<String> fetchRemoteRegionsRegistry();

    /** The only VIP that the client asks for. */
    Optional<String> registryRefreshSingleVipAddress();

    /** Whether the client follows redirects. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean allowRedirects();

    /** Whether the client asks for compressed answers. */
    @WithName("g-zip-content")
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean gZipContent();

    /** Form of instances that the client asks for. */
    @WithDefault("full")
    String clientDataAccept();

    /** Codec of what the client sends. */
    Optional<String> encoderName();

    /** Codec of what the client reads. */
    Optional<String> decoderName();

    /** Class that knows instances when no server answers. */
    Optional<String> backupRegistryImpl();

    /** Most threads of the client that fetch. */
    @WithDefault("2")
    int cacheRefreshExecutorThreadPoolSize();

    /** Most that the pause between fetches grows by after failures. */
    @WithDefault("10")
    int cacheRefreshExecutorExponentialBackOffBound();

    /** Most threads of the client that renew. */
    @WithDefault("2")
    int heartbeatExecutorThreadPoolSize();

    /** Most that the pause between renewals grows by after failures. */
    @WithDefault("10")
    int heartbeatExecutorExponentialBackOffBound();

    /** Whether the client cancels its lease when it stops. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean shouldUnregisterOnShutdown();

    /** Whether the client fails to start if it can't register. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean shouldEnforceRegistrationAtInit();

    /** Whether the client fails to start if it can't fetch. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean shouldEnforceFetchRegistryAtInit();

    /** Whether the client sends a changed status at once. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean onDemandUpdateStatusChange();

    /** Whether the status that the client reports is that of its health checks. */
    @WithName("healthcheck.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean healthcheckEnabled();

    /** Kind of HTTP client. */
    @WithName("webclient.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean webclientEnabled();

    /** Kind of HTTP client. */
    @WithName("restclient.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean restclientEnabled();

    /** Whether the client follows changes of its settings. */
    @WithName("refresh.enable")
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean refreshEnable();

    /** Proxy of the client. */
    Optional<String> proxyHost();

    /** Port of the proxy. */
    Optional<String> proxyPort();

    /** User of the proxy. */
    Optional<String> proxyUserName();

    /** Password of the proxy. */
    Optional<String> proxyPassword();

    /** Where the client reads settings. */
    Optional<String> propertyResolver();

    /** Order among discovery clients. */
    @WithDefault("0")
    int order();

    /** What stands for a dollar sign in the names of XML elements. */
    @WithDefault("_-")
    String dollarReplacement();

    /** What stands for an underscore in the names of XML elements. */
    @WithDefault("__")
    String escapeCharReplacement();

    /** Whether peers are known by IP address instead of host name. */
    @WithName("transport.applications-resolver-use-ip")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean transportApplicationsResolverUseIp();

    /** Age at which the client's list of servers is stale, in seconds. */
    @WithName("transport.applications-resolver-data-staleness-threshold-seconds")
    Optional<String> transportApplicationsResolverDataStalenessThresholdSeconds();

    /** Most threads that look for servers. */
    @WithName("transport.async-executor-thread-pool-size")
    Optional<String> transportAsyncExecutorThreadPoolSize();

    /** Pause between two looks for servers, in milliseconds. */
    @WithName("transport.async-resolver-refresh-interval-ms")
    Optional<String> transportAsyncResolverRefreshIntervalMs();

    /** How long the first look may take, in milliseconds. */
    @WithName("transport.async-resolver-warm-up-timeout-ms")
    Optional<String> transportAsyncResolverWarmUpTimeoutMs();

    /** Whether the first list of servers is used for fetches. */
    @WithName("transport.bootstrap-resolver-for-query")
    Optional<String> transportBootstrapResolverForQuery();

    /** Pause between two looks for the first list, in seconds. */
    @WithName("transport.bootstrap-resolver-refresh-interval-seconds")
    Optional<String> transportBootstrapResolverRefreshIntervalSeconds();

    /** Where the first list of servers comes from. */
    @WithName("transport.bootstrap-resolver-strategy")
    Optional<String> transportBootstrapResolverStrategy();

    /** VIP of servers to fetch from. */
    @WithName("transport.read-cluster-vip")
    Optional<String> transportReadClusterVip();

    /** Share of servers that may be shunned. */
    @WithName("transport.retryable-client-quarantine-refresh-percentage")
    Optional<String> transportRetryableClientQuarantineRefreshPercentage();

    /** How long the client stays with a server, in seconds. */
    @WithName("transport.sessioned-client-reconnect-interval-seconds")
    Optional<String> transportSessionedClientReconnectIntervalSeconds();

    /** VIP of servers to register with. */
    @WithName("transport.write-cluster-vip")
    Optional<String> transportWriteClusterVip();

    /** Whether the client uses the stores below. */
    @WithName("tls.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean tlsEnabled();

    /** File with the client's key. */
    @WithName("tls.key-store")
    Optional<String> tlsKeyStore();

    /** Type of that file. */
    @WithName("tls.key-store-type")
    Optional<String> tlsKeyStoreType();

    /** Password of that file. */
    @WithName("tls.key-store-password")
    Optional<String> tlsKeyStorePassword();

    /** Password of the key. */
    @WithName("tls.key-password")
    Optional<String> tlsKeyPassword();

    /** File with the certificates to trust. */
    @WithName("tls.trust-store")
    Optional<String> tlsTrustStore();

    /** Type of that file. */
    @WithName("tls.trust-store-type")
    Optional<String> tlsTrustStoreType();

    /** Password of that file. */
    @WithName("tls.trust-store-password")
    Optional<String> tlsTrustStorePassword();
}
