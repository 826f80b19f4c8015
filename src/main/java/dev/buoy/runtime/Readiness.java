package dev.buoy.runtime;

import dev.buoy.peer.Cluster;
import dev.buoy.registry.Registry;
import dev.buoy.web.WarmUpGate;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Whether clients should be sent here: once the registry may be read. */
@org.eclipse.microprofile.health.Readiness
@Singleton
final class Readiness implements HealthCheck {
    private final Cluster cluster;
    private final WarmUpGate gate;
    private final Registry registry;

    Readiness(Cluster cluster, WarmUpGate gate, Registry registry) {
        this.cluster = cluster;
        this.gate = gate;
        this.registry = registry;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("registry")
                .status(gate.isOpen() && cluster.startupCopy().isDone())
                .withData("instances", registry.view().applications().counts().total())
                .build();
    }
}
