package dev.buoy.runtime;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** Whether all that is done at start is done. */
@Startup
@Singleton
final class Started implements HealthCheck {
    /** After everybody else. */
    private static final int LAST = 1_000_000;

    private final InstantSource clock;
    private volatile Instant since;

    Started(InstantSource clock) {
        this.clock = clock;
    }

    void started(@Observes @Priority(LAST) StartupEvent event) {
        since = clock.instant();
    }

    @Override
    public HealthCheckResponse call() {
        Instant started = since;
        var response = HealthCheckResponse.named("start").status(started != null);
        return (started == null ? response : response.withData("since", started.toString())).build();
    }
}
