package dev.buoy.runtime;

import dev.buoy.peer.Cluster;
import dev.buoy.registry.Registry;
import dev.buoy.web.Drain;
import dev.buoy.web.WarmUpGate;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Whether clients should be sent here: once the registry may be read, and until the server is about to stop. Says what it does instead. */
@org.eclipse.microprofile.health.Readiness
@Singleton
final class Readiness implements HealthCheck {
    private static final String SERVING = "serving";

    private final Cluster cluster;
    private final WarmUpGate gate;
    private final Drain drain;
    private final Registry registry;

    Readiness(Cluster cluster, WarmUpGate gate, Drain drain, Registry registry) {
        this.cluster = cluster;
        this.gate = gate;
        this.drain = drain;
        this.registry = registry;
    }

    @Override
    public HealthCheckResponse call() {
        String state = state();
        return HealthCheckResponse.named("registry")
                .status(state.equals(SERVING))
                .withData("state", state)
                .withData("instances", registry.view().applications().counts().total())
                .build();
    }

    private String state() {
        if (drain.hasBegun()) {
            return "draining";
        }
        if (!cluster.startupCopy().isDone()) {
            return "copying the registry of a peer";
        }
        return gate.isOpen() ? SERVING : "waiting for clients to register";
    }
}
