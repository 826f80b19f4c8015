package dev.buoy.persistence;

import dev.buoy.persistence.SnapshotStatus.State;
import jakarta.inject.Singleton;
import java.util.Locale;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Says whether snapshots are kept. Never down: a server without them serves as well as any, and must not lose its clients. */
@Readiness
@Singleton
final class SnapshotHealth implements HealthCheck {
    private final Snapshotter snapshotter;

    SnapshotHealth(Snapshotter snapshotter) {
        this.snapshotter = snapshotter;
    }

    @Override
    public HealthCheckResponse call() {
        SnapshotStatus status = snapshotter.status();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("snapshot")
                .up()
                .withData("store", status.store())
                .withData("state", status.state().name().toLowerCase(Locale.ROOT));
        if (status.state() == State.DEGRADED) {
            response.withData("since", status.failingSince().toString()).withData("error", status.lastError());
        }
        return response.build();
    }
}
