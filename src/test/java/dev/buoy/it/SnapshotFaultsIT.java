package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.testing.PostgresServer;
import dev.buoy.testing.SlowProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Breaks a store under a server that gets heartbeats all the while: they go on at full rate, and nothing that was kept is lost. */
class SnapshotFaultsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CEILING = Duration.ofMinutes(3);
    private static final int HEARTBEATS_A_SECOND = 100;
    private static final List<String> IDS =
            IntStream.range(0, 100).mapToObj(i -> "i" + i).toList();

    @TempDir
    Path directory;

    private int registered;

    @Test
    void heartbeatsGoOnWhateverBecomesOfTheDatabase() throws Exception {
        try (PostgresServer postgres = PostgresServer.start();
                SlowProxy proxy = new SlowProxy(postgres.port(), Duration.ZERO);
                BuoyProcess buoy = BuoyProcess.start(
                        "buoy.snapshot.store=postgres",
                        "buoy.snapshot.interval=1s",
                        "quarkus.datasource.jdbc.url=" + PostgresServer.urlOnPort(proxy.port()),
                        "quarkus.datasource.username=" + PostgresServer.USER,
                        "quarkus.datasource.password=" + PostgresServer.PASSWORD);
                Heartbeats heartbeats = heartbeats(buoy)) {
            awaitKept(buoy, postgres);

            goOn(heartbeats, "killed", () -> {
                postgres.kill();
                registerOneMore(buoy);
                awaitDegraded(buoy, "");
                assertThat(ready(buoy)).isEqualTo(200);
                postgres.startAgain();
                awaitKept(buoy, postgres);
            });
            goOn(heartbeats, "restarted", () -> {
                postgres.stop();
                postgres.startAgain();
                registerOneMore(buoy);
                awaitKept(buoy, postgres);
            });
            goOn(heartbeats, "slow", () -> {
                proxy.pause(Duration.ofSeconds(2));
                registerOneMore(buoy);
                CompletableFuture<Void> kept = CompletableFuture.runAsync(() -> awaitKept(buoy, postgres));
                assertThat(snapshot(buoy).path("state").asText()).isEqualTo("ok");
                kept.join();
                proxy.pause(Duration.ZERO);
            });
            goOn(heartbeats, "another password", () -> {
                password(postgres, PostgresServer.PASSWORD, "another");
                registerOneMore(buoy);
                awaitDegraded(buoy, "password authentication failed");
                password(postgres, "another", PostgresServer.PASSWORD);
                awaitKept(buoy, postgres);
            });
            goOn(heartbeats, "tables of a later program", () -> {
                postgres.execute("insert into buoy_schema_history values"
                        + " (1000, '2', 'later', 'SQL', 'V2__later.sql', 0, 'postgres', now(), 1, true)");
                registerOneMore(buoy);
                awaitDegraded(buoy, "made by a later program");
                assertThat(kept(postgres)).isEqualTo(registered - 1);
                postgres.execute("delete from buoy_schema_history where installed_rank = 1000");
                awaitKept(buoy, postgres);
            });
            goOn(heartbeats, "tables lost", () -> {
                postgres.execute("drop table buoy_instance, buoy_server, buoy_schema_history");
                registerOneMore(buoy);
                awaitKept(buoy, postgres);
            });
            assertThat(buoy.log()).doesNotContain(" ERROR ").doesNotContain(PostgresServer.PASSWORD);
        }
    }

    @Test
    void heartbeatsGoOnThoughTheDirectoryMayNotBeReadOrWritten() throws Exception {
        permit("---------");
        try (BuoyProcess buoy = BuoyProcess.startBoundByPermissions(
                        "buoy.snapshot.store=file",
                        "buoy.snapshot.interval=1s",
                        "buoy.snapshot.directory=" + directory);
                Heartbeats heartbeats = heartbeats(buoy)) {
            goOn(heartbeats, "no permission", () -> {
                awaitDegraded(buoy, "cannot read " + directory + ": permission denied");
                assertThat(ready(buoy)).isEqualTo(200);
                permit("r-xr-xr-x");
                awaitDegraded(buoy, "cannot write to " + directory + ": permission denied");
                permit("rwxr-xr-x");
                await().atMost(CEILING)
                        .until(() -> snapshot(buoy).path("state").asText().equals("ok"));
            });
            buoy.kill();
        } finally {
            permit("rwxr-xr-x");
        }

        try (BuoyProcess again =
                BuoyProcess.start("buoy.snapshot.store=file", "buoy.snapshot.directory=" + directory)) {
            assertThat(snapshot(again).path("restored").asInt()).isEqualTo(registered);
        }
    }

    private Heartbeats heartbeats(BuoyProcess buoy) {
        EurekaHttp eureka = new EurekaHttp(buoy.base());
        IDS.forEach(id -> eureka.register("BEATS", id, "UP"));
        registered = IDS.size();
        return new Heartbeats(eureka, "BEATS", IDS, HEARTBEATS_A_SECOND);
    }

    /** The slow heartbeats of a busy machine are allowed; those that wait for a store take seconds. */
    private static void goOn(Heartbeats heartbeats, String fault, Runnable action) {
        Heartbeats.Seen seen = heartbeats.during(action);
        System.out.printf("%s: %s%n", fault, seen);
        assertThat(seen.bad()).as(fault).isZero();
        assertThat(seen.sent()).as(fault).isGreaterThan((int) (0.9 * seen.due()));
        assertThat(seen.slow()).as(fault).isLessThan(Duration.ofMillis(1500));
    }

    private void registerOneMore(BuoyProcess buoy) {
        assertThat(new EurekaHttp(buoy.base())
                        .register("MORE", "m" + registered, "UP")
                        .statusCode())
                .isEqualTo(204);
        registered++;
    }

    private void awaitKept(BuoyProcess buoy, PostgresServer postgres) {
        await().atMost(CEILING)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions() // there may be no table yet
                .untilAsserted(() -> {
                    assertThat(kept(postgres)).isEqualTo(registered);
                    assertThat(snapshot(buoy).path("state").asText()).isEqualTo("ok");
                });
    }

    private static long kept(PostgresServer postgres) {
        return postgres.count("select count(*) from buoy_instance where removed_at is null");
    }

    private static void awaitDegraded(BuoyProcess buoy, String error) {
        await().atMost(CEILING).pollInterval(Duration.ofMillis(250)).untilAsserted(() -> {
            assertThat(snapshot(buoy).path("state").asText()).isEqualTo("degraded");
            assertThat(snapshot(buoy).path("lastError").asText()).contains(error);
        });
    }

    private static JsonNode snapshot(BuoyProcess buoy) {
        try {
            return JSON.readTree(new EurekaHttp(URI.create("http://127.0.0.1:" + buoy.port() + "/"))
                    .get("buoy/v1/snapshot")
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int ready(BuoyProcess buoy) {
        return new EurekaHttp(buoy.management())
                .send("GET", "q/health/ready", BodyPublishers.noBody())
                .statusCode();
    }

    /** Changes it, and ends all connections, so that each must say the password again. */
    private static void password(PostgresServer postgres, String present, String next) {
        postgres.executeWith(
                present,
                "alter user " + PostgresServer.USER + " password '" + next + "'",
                "select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where pid <> pg_backend_pid() and backend_type = 'client backend'");
    }

    private void permit(String permissions) {
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
