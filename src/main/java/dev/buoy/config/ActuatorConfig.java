package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.util.Optional;

/** {@code management.*}: which management endpoints answer, under the names that Spring Boot's Actuator has for it. */
@ConfigMapping(prefix = "management")
public interface ActuatorConfig {
    /** Where the endpoints are on the management port. */
    @WithName("endpoints.web.base-path")
    @WithDefault("/actuator")
    String basePath();

    /** Which endpoints answer; {@code *} for all but {@code shutdown}, which also wants its own switch. */
    @WithName("endpoints.web.exposure.include")
    @WithDefault("health,info,prometheus")
    @WithConverter(CommaSeparated.AsSetting.class)
    CommaSeparated include();

    /** Which do not, whatever is included. */
    @WithName("endpoints.web.exposure.exclude")
    Optional<@WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> exclude();

    /** Whether {@code health} tells of each check: {@code never} or {@code always}. */
    @WithName("endpoint.health.show-details")
    @WithDefault("never")
    String healthDetails();

    /** Whether {@code env} shows values: {@code never} or {@code always}. Secrets are never shown. */
    @WithName("endpoint.env.show-values")
    @WithDefault("never")
    String envValues();

    /** Whether {@code configprops} shows values: {@code never} or {@code always}. Secrets are never shown. */
    @WithName("endpoint.configprops.show-values")
    @WithDefault("never")
    String configpropsValues();

    /** Whether {@code shutdown} ends the server: {@code unrestricted}, or {@code none}. */
    @WithName("endpoint.shutdown.access")
    @WithDefault("none")
    String shutdownAccess();

    /** The older name of the same switch. */
    @WithName("endpoint.shutdown.enabled")
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean shutdownEnabled();
}
