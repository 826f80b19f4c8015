package dev.buoy.runtime;

import static io.quarkus.scheduler.Scheduled.ConcurrentExecution.SKIP;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.peer.Cluster;
import dev.buoy.peer.StartupCopy;
import dev.buoy.persistence.SnapshotMetrics;
import dev.buoy.persistence.Snapshotter;
import dev.buoy.registry.Registry;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/**
 * When snapshots are read and written. The port opens only after all observers of the start have returned, so nobody is
 * answered before the restore.
 */
@Singleton
final class SnapshotJobs {
    /** After the start is announced, and before peers are asked: see docs/adr/0004-snapshots.md. */
    static final int RESTORE = 100;

    private final Snapshotter snapshotter;
    private final StartupCopy peersCopy;
    private final double knowsEnough;
    private boolean compared;

    SnapshotJobs(Snapshotter snapshotter, Cluster cluster, EurekaServerConfig server) {
        this.snapshotter = snapshotter;
        this.peersCopy = cluster.startupCopy();
        this.knowsEnough = server.renewalPercentThreshold();
    }

    void restore(
            @Observes @Priority(RESTORE) StartupEvent event,
            Registry registry,
            MeterRegistry meters,
            InstantSource clock) {
        new SnapshotMetrics(snapshotter, meters).register(registry, clock);
        snapshotter.restore();
    }

    @Scheduled(
            every = "${buoy.snapshot.interval:10s}",
            delayed = "${buoy.snapshot.interval:10s}",
            concurrentExecution = SKIP)
    void save() {
        compareWithPeers();
        snapshotter.saveIfMoved();
    }

    private void compareWithPeers() {
        if (!compared && peersCopy.isDone()) {
            compared = true;
            if (peersCopy.isCopied()) {
                snapshotter.peerAnswered(knowsEnough);
            }
        }
    }

    void saveForTheLastTime(@Observes ShutdownEvent event) {
        snapshotter.saveAtShutdown();
    }
}
