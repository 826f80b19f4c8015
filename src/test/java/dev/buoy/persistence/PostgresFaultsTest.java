package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.persistence.SnapshotStatus.State;
import dev.buoy.registry.Renewal;
import dev.buoy.testing.Instances;
import dev.buoy.testing.PostgresServer;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import dev.buoy.testing.SlowProxy;
import dev.buoy.wire.EurekaCodec;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What can go wrong with a database, done to a real one. The registry serves on, nothing that was kept is lost. */
class PostgresFaultsTest {
    private static PostgresServer postgres;

    private final String registry = UUID.randomUUID().toString();
    private final RegistryFixture fixture = new RegistryFixture();

    @BeforeAll
    static void start() {
        postgres = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private Snapshotter snapshotter(DataSource database) {
        SnapshotStore store = SnapshotStores.postgres(
                Settings.of(SnapshotConfig.class, "buoy.snapshot.registry", registry),
                new EurekaCodec(),
                database,
                () -> PostgresSnapshotStoreTest.flyway(database),
                (name, now) -> {});
        return new Snapshotter(store, fixture.registry, fixture.log, Settings.of(SnapshotConfig.class), fixture.clock);
    }

    private static AgroalDataSource pool(String url, Duration patience) throws Exception {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(2)
                        .acquisitionTimeout(patience)
                        .validateOnBorrow(true)
                        .connectionValidator(ConnectionValidator.defaultValidator())
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url)
                                .principal(new NamePrincipal(PostgresServer.USER))
                                .credential(new SimplePassword(PostgresServer.PASSWORD)))));
    }

    private void register(String id) {
        fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", id));
    }

    private long kept() {
        return postgres.count(
                "select count(*) from buoy_instance where removed_at is null and registry = '" + registry + "'");
    }

    private void laterOn(Snapshotter snapshotter) {
        fixture.clock.advance(Duration.ofMinutes(1));
        snapshotter.saveIfMoved();
    }

    /** Renews while a save is under way; the save must not be what ends first. */
    private void heartbeatsGoOnDuring(Future<?> save) {
        for (int i = 0; i < 100_000; i++) {
            assertThat(fixture.registry.renew(Origin.CLIENT, "ORDERS", "a").outcome())
                    .isEqualTo(Renewal.Outcome.RENEWED);
        }
        assertThat(save.isDone()).isFalse();
    }

    @Test
    void aDatabaseThatIsDownAtStartIsCaughtUpWithWhenItIsUp() {
        postgres.stop();
        Snapshotter snapshotter = snapshotter(postgres.dataSource());
        snapshotter.restore();
        register("a");
        laterOn(snapshotter);
        assertThat(snapshotter.status().state()).isEqualTo(State.DEGRADED);
        assertThat(snapshotter.status().lastError()).contains("refused");

        postgres.startAgain();
        laterOn(snapshotter);

        assertThat(snapshotter.status().state())
                .as(snapshotter.status().lastError())
                .isEqualTo(State.OK);
        assertThat(kept()).isEqualTo(1);
    }

    @Test
    void aDatabaseThatIsKilledInTheMiddleOfAWriteKeepsAllOfTheLastBatchAndNothingOfThis() throws Exception {
        Snapshotter snapshotter = snapshotter(postgres.dataSource());
        snapshotter.restore();
        register("a");
        snapshotter.saveIfMoved();
        for (int i = 0; i < 5_000; i++) {
            register("b" + i);
        }
        // Holds the last row that the batch comes to, so that it stops after two full statements.
        try (Connection holder = postgres.dataSource().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("insert into buoy_instance (registry, app, instance_id, status, document, dirty_at,"
                    + " renewed_at, revision) select '" + registry + "', 'ORDERS', 'b' || n, 'UP', '{}', 0, 0, 0"
                    + " from generate_series(4000, 4999) as n");
            Future<?> save = CompletableFuture.runAsync(snapshotter::saveIfMoved);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> postgres.count("select count(*) from pg_stat_activity"
                                    + " where wait_event_type = 'Lock' and query like 'insert into buoy_instance%'")
                            == 1);
            heartbeatsGoOnDuring(save);

            postgres.kill();
            save.get();
        } catch (SQLException closed) {
            // the holder's connection was killed too
        }
        postgres.startAgain();

        assertThat(snapshotter.status().state()).isEqualTo(State.DEGRADED);
        assertThat(kept()).isEqualTo(1);
        laterOn(snapshotter);
        assertThat(kept()).isEqualTo(5_001);
    }

    @Test
    void aRestartOfTheDatabaseCostsOneAttempt() throws Exception {
        try (AgroalDataSource pool = pool(postgres.url(), Duration.ofSeconds(30))) {
            Snapshotter snapshotter = snapshotter(pool);
            snapshotter.restore();
            register("a");
            snapshotter.saveIfMoved();
            postgres.stop();
            postgres.startAgain();
            register("b");

            laterOn(snapshotter);
            laterOn(snapshotter);

            assertThat(snapshotter.status().state())
                    .as(snapshotter.status().lastError())
                    .isEqualTo(State.OK);
            assertThat(snapshotter.status().failures()).isLessThanOrEqualTo(1);
            assertThat(kept()).isEqualTo(2);
        }
    }

    @Test
    void aWrongPasswordIsSaidAndNotShown() {
        Snapshotter snapshotter = snapshotter(PostgresServer.dataSource(postgres.url(), "wrong staple"));

        snapshotter.restore();

        assertThat(snapshotter.status().state()).isEqualTo(State.DEGRADED);
        assertThat(snapshotter.status().lastError())
                .contains("password authentication failed")
                .doesNotContain("staple");
    }

    @Test
    void aDatabaseThatTakesTwoSecondsForEveryAnswerMakesNoHeartbeatWait() throws Exception {
        try (SlowProxy proxy = new SlowProxy(postgres.port(), Duration.ZERO);
                AgroalDataSource pool = pool(PostgresServer.urlOnPort(proxy.port()), Duration.ofMinutes(1))) {
            Snapshotter snapshotter = snapshotter(pool);
            snapshotter.restore();
            register("a");
            proxy.pause(Duration.ofSeconds(2));

            long began = System.nanoTime();
            Future<?> save = CompletableFuture.runAsync(snapshotter::saveIfMoved);
            heartbeatsGoOnDuring(save);
            save.get();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(2));
            assertThat(snapshotter.status().state())
                    .as(snapshotter.status().lastError())
                    .isEqualTo(State.OK);
            assertThat(kept()).isEqualTo(1);
        }
    }

    @Test
    void aPoolWithoutAConnectionLeftIsAFailureThatSaysSo() throws Exception {
        try (AgroalDataSource pool = pool(postgres.url(), Duration.ofSeconds(5))) {
            Snapshotter snapshotter = snapshotter(pool);
            snapshotter.restore();
            register("a");
            try (Connection one = pool.getConnection();
                    Connection other = pool.getConnection()) {
                assertThat(one).isNotEqualTo(other);
                fixture.clock.advance(Duration.ofMinutes(1));
                Future<?> save = CompletableFuture.runAsync(snapshotter::saveIfMoved);
                heartbeatsGoOnDuring(save);
                save.get();
                assertThat(snapshotter.status().lastError()).contains("acquisition timeout");
            }

            laterOn(snapshotter);

            assertThat(snapshotter.status().state())
                    .as(snapshotter.status().lastError())
                    .isEqualTo(State.OK);
            assertThat(kept()).isEqualTo(1);
        }
    }

    @Test
    void aDatabaseThatLostItsTablesGetsThemAgainAndAllThatIsListed() {
        Snapshotter snapshotter = snapshotter(postgres.dataSource());
        snapshotter.restore();
        register("a");
        snapshotter.saveIfMoved();
        postgres.execute("drop table buoy_instance, buoy_server, buoy_schema_history");
        register("b");
        laterOn(snapshotter);
        assertThat(snapshotter.status().lastError()).contains("does not exist");

        laterOn(snapshotter);

        assertThat(snapshotter.status().state())
                .as(snapshotter.status().lastError())
                .isEqualTo(State.OK);
        assertThat(kept()).isEqualTo(2);
    }
}
