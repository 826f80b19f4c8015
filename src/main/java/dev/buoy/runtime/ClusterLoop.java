package dev.buoy.runtime;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.peer.Cluster;
import dev.buoy.peer.RemoteRegions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import org.jboss.logging.Logger;

/** When the cluster takes its steps: ten times a second, from the start to the last change that peers must know of. */
@Singleton
final class ClusterLoop {
    private static final Logger LOG = Logger.getLogger(ClusterLoop.class);
    private static final long PASS_MILLIS = 100;
    private static final Duration FLUSH = Duration.ofSeconds(3);

    private final Cluster cluster;
    private final OwnLease ownLease;
    private final RemoteRegions regions;
    private final EurekaServerConfig server;
    private final Vertx vertx;
    private final InstantSource clock;

    ClusterLoop(
            Cluster cluster,
            OwnLease ownLease,
            RemoteRegions regions,
            EurekaServerConfig server,
            Vertx vertx,
            InstantSource clock) {
        this.cluster = cluster;
        this.ownLease = ownLease;
        this.regions = regions;
        this.server = server;
        this.vertx = vertx;
        this.clock = clock;
    }

    void start(@Observes StartupEvent event) {
        cluster.refreshPeers();
        for (Cluster.LookUp lookUp : cluster.lookUps()) {
            lookUp.ask().run();
            vertx.setPeriodic(lookUp.every().toMillis(), ignored -> lookUp.ask().run());
        }
        cluster.run();
        vertx.setPeriodic(PASS_MILLIS, ignored -> pass());
        vertx.setPeriodic(server.peerEurekaNodesUpdateIntervalMs(), ignored -> cluster.refreshPeers());
    }

    private void pass() {
        cluster.run();
        ownLease.run();
        regions.run();
    }

    /** No request comes any more; what came is passed on before the process ends. */
    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        ownLease.cancel();
        cluster.flush();
        long end = clock.millis() + FLUSH.toMillis();
        while (!cluster.isFlushed()) {
            if (clock.millis() >= end) {
                LOG.warn("Not every peer has taken every change");
                return;
            }
            Thread.sleep(10);
        }
    }
}
