package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** {@code buoy.log.*}: how the log is written. */
@ConfigMapping(prefix = "buoy.log")
public interface LogConfig {
    /** Whether each line of the log is a JSON object. */
    @WithDefault("false")
    @WithConverter(StrictBoolean.class)
    boolean json();
}
