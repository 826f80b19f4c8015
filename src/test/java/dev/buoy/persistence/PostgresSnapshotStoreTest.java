package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.Metadata;
import dev.buoy.persistence.Batch.Removal;
import dev.buoy.registry.LeaseState;
import dev.buoy.testing.Instances;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.PostgresServer;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Against a real PostgreSQL. Each test has a registry of its own in it. */
class PostgresSnapshotStoreTest {
    private static final long NOW = ManualClock.START.toEpochMilli();
    private static PostgresServer postgres;

    private final String registry = UUID.randomUUID().toString();
    private final SnapshotStore store = store(postgres.dataSource());

    @BeforeAll
    static void start() {
        postgres = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private SnapshotStore store(DataSource database) {
        return SnapshotStores.postgres(
                Settings.of(SnapshotConfig.class, "buoy.snapshot.registry", registry),
                new EurekaCodec(),
                database,
                () -> flyway(database),
                (name, now) -> {});
    }

    static Flyway flyway(DataSource database) {
        return Flyway.configure()
                .dataSource(database)
                .table(SnapshotSchema.HISTORY)
                .load();
    }

    private static LeaseState lease(String id, long dirty, long revision) {
        InstanceInfo instance = Instances.instance("ORDERS", id)
                .lastDirtyTimestamp(dirty)
                .lastUpdatedTimestamp(revision)
                .hostName(dirty + "/" + revision)
                .build();
        return new LeaseState(instance, InstanceStatus.UP, null);
    }

    private static Batch changed(LeaseState... leases) {
        return new Batch(ManualClock.START, false, List.of(), List.of(leases), Map.of());
    }

    private static Batch removed(Removal removal) {
        return new Batch(ManualClock.START, false, List.of(removal), List.of(), Map.of());
    }

    private static Batch renewed(String id, long at) {
        return new Batch(ManualClock.START, false, List.of(), List.of(), Map.of(new InstanceKey("ORDERS", id), at));
    }

    private static InstanceInfo last(String id, long dirty) {
        return lease(id, dirty, 0).instance();
    }

    private List<String> kept() throws SnapshotException {
        return store.load().leases().stream()
                .map(lease ->
                        lease.instance().instanceId() + " " + lease.instance().hostName())
                .sorted()
                .toList();
    }

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsSavedAndRestoredIsTheSameRegistry(long seed) {
        Random random = new Random(seed);
        RegistryFixture before = new RegistryFixture();
        Snapshotter snapshotter = snapshotter(before);
        snapshotter.restore();
        for (int i = 0; i < 400; i++) {
            SnapshotPropertiesTest.step(before, random);
            if (random.nextInt(40) == 0) {
                snapshotter.saveIfMoved();
            }
        }
        before.clock.advance(Duration.ofMinutes(1));
        snapshotter.saveAtShutdown();
        assertThat(snapshotter.status().lastError()).isNull();

        RegistryFixture after = new RegistryFixture();
        after.clock.advance(Duration.ofMillis(before.clock.millis() - after.clock.millis()));
        snapshotter(after).restore();

        assertThat(SnapshotPropertiesTest.whatMustSurvive(after.registry))
                .isEqualTo(SnapshotPropertiesTest.whatMustSurvive(before.registry));
    }

    private Snapshotter snapshotter(RegistryFixture fixture) {
        return new Snapshotter(store, fixture.registry, fixture.log, Settings.of(SnapshotConfig.class), fixture.clock);
    }

    @Test
    void anOlderCopyDoesNotReplaceANewerOne() throws Exception {
        store.save(changed(lease("a", 20, 5), lease("b", 20, 5), lease("c", 20, 5)));

        store.save(changed(lease("a", 19, 9), lease("b", 20, 4), lease("c", 20, 6)));

        assertThat(kept()).containsExactly("a 20/5", "b 20/5", "c 20/6");
    }

    @Test
    void whatWasCancelledIsGoneAndAnOlderCopyDoesNotBringItBack() throws Exception {
        store.save(changed(lease("a", 20, 5)));

        store.save(removed(Removal.cancelled(last("a", 20), 8)));
        store.save(changed(lease("a", 20, 7)));
        assertThat(kept()).isEmpty();

        store.save(changed(lease("a", 3, 9))); // registered again, by a client whose clock went back
        assertThat(kept()).containsExactly("a 3/9");
    }

    @Test
    void aCancellationOfAnOlderCopyDoesNotEndANewerOne() throws Exception {
        store.save(changed(lease("a", 20, 5)));

        store.save(removed(Removal.cancelled(last("a", 19), 8)));

        assertThat(kept()).containsExactly("a 20/5");
    }

    @Test
    void anEvictionByAServerThatHeardNothingDoesNotCountIfAnotherDid() throws Exception {
        store.save(changed(lease("a", 20, 5)));
        store.save(renewed("a", NOW - 1_000));

        store.save(removed(Removal.evicted(last("a", 20), NOW)));

        assertThat(kept()).containsExactly("a 20/5");
    }

    @Test
    void aHeartbeatHeardAfterAnEvictionBringsTheInstanceBack() throws Exception {
        store.save(changed(lease("a", 20, 5)));
        store.save(removed(Removal.evicted(last("a", 20), NOW)));
        assertThat(kept()).isEmpty();

        store.save(renewed("a", NOW + 1));

        assertThat(kept()).containsExactly("a 20/5");
    }

    @Test
    void aHeartbeatHeardAfterACancellationDoesNot() throws Exception {
        store.save(changed(lease("a", 20, 5)));
        store.save(removed(Removal.cancelled(last("a", 20), NOW)));

        store.save(renewed("a", NOW + 1));

        assertThat(kept()).isEmpty();
    }

    @Test
    void namesAndTextsThatADatabaseRefusesDoNotStopABatch() throws Exception {
        String lone = "half \uD83D.";
        LeaseState[] odd = List.of(
                        "nul\0nul", "100%", "100%0025", lone, "x".repeat(5_000), "x".repeat(5_001), "😀".repeat(200))
                .stream()
                .map(id -> new LeaseState(
                        Instances.instance("ORDERS", id)
                                .metadata(Metadata.of("k\0", "\0v"))
                                .build(),
                        InstanceStatus.UP,
                        null))
                .toArray(LeaseState[]::new);

        store.save(changed(odd));

        assertThat(store.load().leases())
                .filteredOn(lease -> !lease.instance().instanceId().startsWith("half"))
                .containsExactlyInAnyOrder(java.util.Arrays.stream(odd)
                        .filter(lease -> !lease.instance().instanceId().equals(lone))
                        .toArray(LeaseState[]::new));
        assertThat(store.load().leases()).hasSameSizeAs(odd);
    }

    @Test
    void registriesInOneDatabaseDoNotMix() throws Exception {
        store.save(changed(lease("mine", 1, 1)));

        SnapshotStore other = SnapshotStores.postgres(
                Settings.of(SnapshotConfig.class, "buoy.snapshot.registry", registry + "2"),
                new EurekaCodec(),
                postgres.dataSource(),
                () -> flyway(postgres.dataSource()),
                (name, now) -> {});

        assertThat(other.load()).isSameAs(Snapshot.NONE);
    }

    @Test
    void aServerThatComesBackUndoesNothingThatAnotherChangedMeanwhile() {
        RegistryFixture stays = new RegistryFixture();
        RegistryFixture dies = new RegistryFixture();
        Snapshotter staying = snapshotter(stays);
        Snapshotter dying = snapshotter(dies);
        staying.restore();
        dying.restore();
        for (int i = 0; i < 200; i++) {
            InstanceInfo instance = Instances.plain("ORDERS", "i" + i);
            stays.registry.register(Origin.CLIENT, instance);
            dies.registry.register(Origin.PEER, instance);
        }
        staying.saveIfMoved();
        dying.saveIfMoved();

        // One is killed here; the other changes half: overrides, newer versions, cancellations.
        stays.clock.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 100; i++) {
            String id = "i" + i;
            switch (i % 3) {
                case 0 ->
                    stays.registry.overrideStatus(
                            Origin.CLIENT, "ORDERS", id, InstanceStatus.OUT_OF_SERVICE, Instances.DIRTY);
                case 1 ->
                    stays.registry.register(
                            Origin.CLIENT,
                            Instances.instance("ORDERS", id)
                                    .lastDirtyTimestamp(Instances.DIRTY + 1)
                                    .metadata(Metadata.of("version", "2"))
                                    .build());
                default -> stays.registry.cancel(Origin.CLIENT, "ORDERS", id);
            }
        }
        staying.saveIfMoved();
        var expected = SnapshotPropertiesTest.whatMustSurvive(stays.registry);

        RegistryFixture again = new RegistryFixture();
        again.clock.advance(Duration.ofSeconds(60));
        Snapshotter back = snapshotter(again);
        back.restore();
        assertThat(SnapshotPropertiesTest.whatMustSurvive(again.registry)).isEqualTo(expected);

        // Not even when it writes all that it has, nor when the one that died writes what it had.
        back.saveAll();
        dying.saveAll();
        RegistryFixture third = new RegistryFixture();
        third.clock.advance(Duration.ofSeconds(60));
        snapshotter(third).restore();
        assertThat(SnapshotPropertiesTest.whatMustSurvive(third.registry)).isEqualTo(expected);
    }

    @Test
    void tablesOfALaterProgramAreLeftAlone() throws Exception {
        store.save(changed(lease("a", 1, 1)));
        postgres.execute("insert into buoy_schema_history values"
                + " (1000, '2', 'later', 'SQL', 'V2__later.sql', 0, 'postgres', now(), 1, true)");
        try {
            assertThatThrownBy(() -> store.save(changed(lease("b", 1, 1))))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("the tables have version 2, made by a later program; this one knows 1"
                            + " and neither reads nor writes them");
            assertThatThrownBy(() -> store(postgres.dataSource()).load()).hasMessageContaining("a later program");
        } finally {
            postgres.execute("delete from buoy_schema_history where installed_rank = 1000");
        }
        assertThat(kept()).hasSize(1);
    }
}
