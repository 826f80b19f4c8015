package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code eureka.instance.*}: how this server describes itself. */
@ConfigMapping(prefix = "eureka.instance")
public interface EurekaInstanceConfig {
    /** Name of the application. */
    @WithDefault("${spring.application.name:unknown}")
    String appname();

    /** Group of the application. */
    Optional<String> appGroupName();

    /** Id of the instance; host, application and port if absent. */
    Optional<String> instanceId();

    /** Host name; that of the machine if absent. */
    Optional<String> hostname();

    /** IP address; that of the machine if absent. */
    Optional<String> ipAddress();

    /** Whether the IP address is given out as host name. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean preferIpAddress();

    /** Port; that of the server if absent. */
    OptionalInt nonSecurePort();

    /** Port for TLS. */
    @WithDefault("443")
    int securePort();

    /** Whether the port is open. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean nonSecurePortEnabled();

    /** Whether the port for TLS is open. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean securePortEnabled();

    /** Pause between two renewals, in seconds. */
    @WithDefault("30")
    @Positive
    int leaseRenewalIntervalInSeconds();

    /** How long the lease lasts without one, in seconds. */
    @WithDefault("90")
    @Positive
    int leaseExpirationDurationInSeconds();

    /** VIP; the name of the application if absent. */
    Optional<String> virtualHostName();

    /** VIP for TLS; the name of the application if absent. */
    Optional<String> secureVirtualHostName();

    /** Path of the page that describes the instance. */
    @WithDefault("/actuator/info")
    String statusPageUrlPath();

    /** URL of that page; made of host, port and path if absent. */
    Optional<String> statusPageUrl();

    /** Path of the health check. */
    @WithDefault("/actuator/health")
    String healthCheckUrlPath();

    /** URL of the health check; made of host, port and path if absent. */
    Optional<String> healthCheckUrl();

    /** URL of the health check by TLS. */
    Optional<String> secureHealthCheckUrl();

    /** Path of the home page. */
    @WithDefault("/")
    String homePageUrlPath();

    /** URL of the home page; made of host, port and path if absent. */
    Optional<String> homePageUrl();

    /** Metadata by key. */
    Map<String, @WithConverter(PlainText.class) String> metadataMap();

    /** Auto scaling group. */
    @WithName("a-s-g-name")
    Optional<String> asgName();

    /** Status to begin with. */
    @WithDefault("UP")
    String initialStatus();

    /** Whether the instance takes traffic as soon as it is registered. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean instanceEnabledOnit();

    /** Prefix of the Netflix keys. */
    @WithDefault("eureka")
    String namespace();

    /** Where a default address is looked for. */
    Optional<List<String>> defaultAddressResolutionOrder();

    /** Whether the client starts in the background. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean asyncClientInitialization();
}
