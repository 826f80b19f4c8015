package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** {@code buoy.security.*}: who is known, and what they may do. With no user configured everybody may do all that Eureka lets them. */
@ConfigMapping(prefix = "buoy.security")
public interface SecurityConfig {
    /**
     * Of each user {@code <name>.password}, a bcrypt hash or {@code {noop}} and the password itself; {@code <name>.roles}, of
     * {@code reader}, {@code registrar}, {@code peer} and {@code admin}; {@code <name>.certificate}, a client certificate's
     * subject, {@code dns:…} or {@code uri:…}.
     */
    Map<String, @WithConverter(PlainText.class) String> users();

    /** File with a user a line, {@code name:hash:roles}; it is read again when it changes. */
    Optional<Path> usersFile();

    /**
     * Of each registrar, by name, the applications it may register, change and remove: {@code ORDERS,PAY-*}. With none here
     * a registrar may do so with all of them; with one, each only with those that are named.
     */
    Map<String, @WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> registrars();

    /** Whether bearer tokens are accepted; {@code quarkus.oidc.*} says whose. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean tokens();

    /** Whether clients are asked for a certificate on the port with TLS, or must have one. */
    @WithDefault("none")
    ClientCertificates clientCertificates();

    /** Roles of those who say nothing of who they are, once there are users. */
    @WithName("anonymous.roles")
    @WithDefault("none")
    @WithConverter(CommaSeparated.AsSetting.class)
    CommaSeparated anonymousRoles();

    /** What the management port shows to anybody, once there are users: of {@code health}, {@code metrics}, {@code info}; or {@code none}. */
    @WithName("anonymous.management")
    @WithDefault("health")
    @WithConverter(CommaSeparated.AsSetting.class)
    CommaSeparated anonymousManagement();

    /** What clients are asked for when they connect with TLS. */
    enum ClientCertificates {
        NONE,
        REQUEST,
        REQUIRED
    }
}
