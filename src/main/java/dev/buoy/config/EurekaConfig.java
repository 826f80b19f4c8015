package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** {@code eureka.*} itself: where this server says that it is. */
@ConfigMapping(prefix = "eureka")
public interface EurekaConfig {
    /** Environment, shown on the dashboard. */
    @WithDefault("test")
    String environment();

    /** Data centre, shown on the dashboard. */
    @WithDefault("default")
    String datacenter();
}
