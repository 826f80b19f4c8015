package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.testing.Instances;
import dev.buoy.testing.PostgresServer;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long snapshots of 100,000 instances take, and what heartbeats notice of it. Not among the tests that always run:
 * {@code mvn test -Dtest=SnapshotMeasurement}. It prints its figures.
 */
class SnapshotMeasurement {
    private static final int APPLICATIONS = 1_000;
    private static final int INSTANCES = 100_000;

    @TempDir
    Path directory;

    private RegistryFixture fixture = new RegistryFixture();

    @Test
    void files() {
        measure(new FileSnapshotStore(directory, 3, new LeaseDocument(new EurekaCodec())));
    }

    @Test
    void postgres() {
        try (PostgresServer postgres = PostgresServer.start()) {
            DataSource database = postgres.dataSource();
            measure(SnapshotStores.postgres(
                    Settings.of(SnapshotConfig.class),
                    new EurekaCodec(),
                    database,
                    () -> PostgresSnapshotStoreTest.flyway(database),
                    (registry, now) -> {}));
            System.out.printf(
                    "postgres: %,d bytes of tables and indexes%n",
                    postgres.count("select pg_total_relation_size('buoy_instance')"));
        }
    }

    private void measure(SnapshotStore store) {
        for (int i = 0; i < INSTANCES; i++) {
            register(i, 0);
        }
        Snapshotter snapshotter = snapshotter(store);
        snapshotter.restore();
        seconds(store, "first snapshot", INSTANCES, snapshotter::saveIfMoved);
        for (int version = 1; version <= 5; version++) {
            for (int i = 0; i < INSTANCES; i += 100) {
                register(i, version);
            }
            fixture.clock.advance(Duration.ofSeconds(10));
            seconds(store, "after 1 % changed", INSTANCES / 100, snapshotter::saveIfMoved);
        }
        for (int round = 0; round < 3; round++) {
            fixture.clock.advance(Duration.ofSeconds(60));
            for (int i = 0; i < INSTANCES; i++) {
                fixture.registry.renew(Origin.CLIENT, app(i), "i" + i);
            }
            seconds(store, "times of renewal", INSTANCES, snapshotter::saveIfMoved);
        }
        assertThat(snapshotter.status().lastError()).isNull();
        System.out.printf(
                "%s: %,d bytes in the last batch%n",
                store.name(), snapshotter.status().bytes());
        heartbeats(store, snapshotter);

        fixture = new RegistryFixture();
        Snapshotter after = snapshotter(store);
        seconds(store, "restore", INSTANCES, after::restore);
        assertThat(fixture.size()).isEqualTo(INSTANCES);
    }

    /** The slowest heartbeats of a client that renews every 50 µs, without and with snapshots being taken all the time. */
    private void heartbeats(SnapshotStore store, Snapshotter snapshotter) {
        paced(); // warms up
        for (int round = 0; round < 3; round++) {
            String without = paced();
            AtomicBoolean enough = new AtomicBoolean();
            Thread saver = new Thread(() -> {
                while (!enough.get()) {
                    snapshotter.saveAll();
                }
            });
            saver.start();
            String with = paced();
            enough.set(true);
            try {
                saver.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.printf("%s: heartbeats without snapshots %s, during %s%n", store.name(), without, with);
        }
    }

    private String paced() {
        long[] nanos = new long[100_000];
        long next = System.nanoTime();
        for (int i = 0; i < nanos.length; i++) {
            next += 50_000;
            while (System.nanoTime() < next) {
                Thread.onSpinWait();
            }
            String app = app(i);
            String id = "i" + i;
            long began = System.nanoTime();
            fixture.registry.renew(Origin.CLIENT, app, id);
            nanos[i] = System.nanoTime() - began;
        }
        Arrays.sort(nanos);
        return "p50 %d ns, p99 %d ns".formatted(nanos[nanos.length / 2], nanos[nanos.length / 100 * 99]);
    }

    private static void seconds(SnapshotStore store, String what, int rows, Runnable action) {
        long began = System.nanoTime();
        action.run();
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf("%s: %s: %.2f s, %,.0f rows/s%n", store.name(), what, seconds, rows / seconds);
    }

    private Snapshotter snapshotter(SnapshotStore store) {
        return new Snapshotter(store, fixture.registry, fixture.log, Settings.of(SnapshotConfig.class), fixture.clock);
    }

    private void register(int i, int version) {
        fixture.registry.register(
                Origin.CLIENT,
                Instances.instance(app(i), "i" + i)
                        .lastDirtyTimestamp(Instances.DIRTY + version)
                        .leaseInfo(LeaseInfo.terms(30, 3_000))
                        .homePageUrl("http://host-i" + i + ".example.org:8080/")
                        .statusPageUrl("http://host-i" + i + ".example.org:8080/actuator/info")
                        .healthCheckUrl("http://host-i" + i + ".example.org:8080/actuator/health")
                        .metadata(Metadata.of(
                                Map.of("management.port", "8080", "zone", "zone-" + i % 3, "v", "" + version)))
                        .build());
    }

    private static String app(int i) {
        return "APP-" + i % APPLICATIONS;
    }
}
