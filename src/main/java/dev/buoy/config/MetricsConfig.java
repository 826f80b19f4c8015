package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;

/** {@code buoy.metrics.*}: bounds on what is measured. */
@ConfigMapping(prefix = "buoy.metrics")
public interface MetricsConfig {
    /** How many applications have numbers of their own; those of the rest are added up as {@code _other}. */
    @WithDefault("1000")
    @Positive
    int maxApplications();

    /** How many names of clients have numbers of their own; those of the rest are added up as {@code _other}. */
    @WithDefault("50")
    @Positive
    int maxClientNames();
}
