package dev.buoy.runtime;

import dev.buoy.config.SettingsReview;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.SmallRyeConfig;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Says at start what runs where, what is on and off, and which settings deserve a look. */
@Singleton
final class StartupLog {
    private static final Logger LOG = Logger.getLogger("dev.buoy");
    /** Before anything else that starts, so that its messages can be read against the settings. */
    private static final int FIRST = 1;

    private final SmallRyeConfig config;
    private final StartupSummary summary;

    StartupLog(SmallRyeConfig config, StartupSummary summary) {
        this.config = config;
        this.summary = summary;
    }

    void start(@Observes @Priority(FIRST) StartupEvent event) {
        LOG.info(summary.addresses());
        LOG.info(summary.switches());
        var review = new SettingsReview(config);
        for (var key : review.unknownKeys()) {
            LOG.warnf(
                    "Unknown setting %s has no effect%s",
                    key.name(),
                    key.nearest().map(near -> ": did you mean " + near + "?").orElse(""));
        }
        var withoutEffect = review.withoutEffect();
        if (!withoutEffect.isEmpty()) {
            LOG.infof("Settings that have no effect in Buoy: %s", String.join(", ", withoutEffect));
        }
    }
}
