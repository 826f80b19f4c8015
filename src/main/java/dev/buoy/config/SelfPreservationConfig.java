package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** {@code buoy.self-preservation.*}: what Eureka's self-preservation lacks. */
@ConfigMapping(prefix = "buoy.self-preservation")
public interface SelfPreservationConfig {
    /** How long a lease is overdue before it stops counting and may be evicted in spite of protection; 0 for never. */
    @WithDefault("1h")
    Duration giveUpAfter();

    /** Whether evictions go on while the renewals missing are those of at most one instance. */
    @WithDefault("true")
    @WithConverter(StrictBoolean.class)
    boolean tolerateSingleLoss();
}
