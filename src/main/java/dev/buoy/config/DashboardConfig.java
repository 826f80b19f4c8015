package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Pattern;

/** {@code eureka.dashboard.*}: the page for people (contract §13). */
@ConfigMapping(prefix = "eureka.dashboard")
public interface DashboardConfig {
    /** Whether there is one. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean enabled();

    /** Path of the page. */
    @WithDefault("/")
    @Pattern(regexp = "/.*", message = "must start with /")
    String path();
}
