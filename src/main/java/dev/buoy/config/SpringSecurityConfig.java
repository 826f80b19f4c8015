package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** {@code spring.security.user.*}: the one user of a Spring server, who may do everything. */
@ConfigMapping(prefix = "spring.security.user")
public interface SpringSecurityConfig {
    /** Name of the user. */
    @WithDefault("user")
    String name();

    /** The password, or {@code {bcrypt}} and its hash; no such user if absent. */
    Optional<@WithConverter(PlainText.class) String> password();

    /** Roles; if one of Buoy's is among them they are all that the user has. */
    Optional<@WithConverter(CommaSeparated.AsSetting.class) CommaSeparated> roles();
}
