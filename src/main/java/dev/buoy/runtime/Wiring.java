package dev.buoy.runtime;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.LeaseConfig;
import dev.buoy.config.PeersConfig;
import dev.buoy.config.SelfPreservationConfig;
import dev.buoy.peer.NodeId;
import dev.buoy.registry.Evictor;
import dev.buoy.registry.Registry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;

/** Makes the parts of the product that know no framework, and joins them. */
final class Wiring {
    // Bounds the memory that a registry gone mad can eat. Readers who fall behind start over from the present view.
    private static final int MOST_ENTRIES = 100_000;

    Wiring() {}

    @Produces
    @Singleton
    static InstantSource clock() {
        return new SteadyClock();
    }

    @Produces
    @Singleton
    static NodeId nodeId(PeersConfig config) {
        return config.nodeId().map(NodeId::new).orElseGet(NodeId::random);
    }

    @Produces
    @Singleton
    static ChangeLog changeLog(InstantSource clock, EurekaServerConfig config) {
        return new ChangeLog(clock, Duration.ofMillis(config.retentionTimeInMSInDeltaQueue()), MOST_ENTRIES);
    }

    @Produces
    @Singleton
    static Registry registry(
            EurekaServerConfig server,
            LeaseConfig lease,
            SelfPreservationConfig selfPreservation,
            ChangeLog log,
            InstantSource clock) {
        return new Registry(server, lease, selfPreservation, log, clock);
    }

    @Produces
    @Singleton
    static Evictor evictor(EurekaServerConfig config, Registry registry, InstantSource clock) {
        return new Evictor(config, registry, clock, new Random());
    }
}
