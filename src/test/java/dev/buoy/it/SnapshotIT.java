package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.testing.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry that was killed answers as before from its first answer on, with either store; a broken store stops nothing. */
class SnapshotIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int INSTANCES = 10_000;
    private static final Duration CEILING = Duration.ofMinutes(3);

    private static PostgresServer postgres;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        postgres = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private String[] file() {
        return new String[] {
            "buoy.snapshot.store=file", "buoy.snapshot.interval=1s", "buoy.snapshot.directory=" + directory
        };
    }

    private static String[] postgres(String registry) {
        return new String[] {
            "buoy.snapshot.store=postgres",
            "buoy.snapshot.interval=1s",
            "buoy.snapshot.registry=" + registry,
            "quarkus.datasource.jdbc.url=" + postgres.url(),
            "quarkus.datasource.username=" + PostgresServer.USER,
            "quarkus.datasource.password=" + PostgresServer.PASSWORD
        };
    }

    private static JsonNode snapshot(BuoyProcess buoy) throws IOException {
        return JSON.readTree(root(buoy).get("buoy/v1/snapshot").body());
    }

    private static EurekaHttp root(BuoyProcess buoy) {
        return new EurekaHttp(URI.create("http://127.0.0.1:" + buoy.port() + "/"));
    }

    @Test
    void everyInstanceIsInTheFirstAnswerAfterAKillWithTheFileStore() throws IOException {
        survivesAKill(file());
    }

    @Test
    void everyInstanceIsInTheFirstAnswerAfterAKillWithPostgres() throws IOException {
        survivesAKill(postgres("kill"));
    }

    private void survivesAKill(String[] settings) throws IOException {
        try (BuoyProcess first = BuoyProcess.start(settings)) {
            EurekaHttp eureka = new EurekaHttp(first.base());
            IntStream.range(0, INSTANCES).parallel().forEach(i -> {
                String app = "APP" + i % 100;
                assertThat(eureka.register(
                                        app,
                                        EurekaHttp.instance(app, "i" + i, "UP").replace("z1", "zone-" + i))
                                .statusCode())
                        .isEqualTo(204);
            });
            for (int i = 0; i < 10; i++) {
                eureka.send("PUT", "apps/APP" + i + "/i" + i + "/status?value=OUT_OF_SERVICE", BodyPublishers.noBody());
            }
            await().atMost(CEILING)
                    .until(() -> snapshot(first).path("state").asText().equals("ok")
                            && root(first)
                                            .send("POST", "buoy/v1/snapshot", BodyPublishers.noBody())
                                            .statusCode()
                                    == 200);
            first.kill();
        }

        long began = System.nanoTime();
        try (BuoyProcess second = BuoyProcess.start(settings)) {
            JsonNode registry =
                    JSON.readTree(new EurekaHttp(second.base()).get("apps").body());
            System.out.printf(
                    "%s: first answer with %d instances %d ms after the start%n",
                    settings[0], INSTANCES, (System.nanoTime() - began) / 1_000_000);

            assertThat(new TreeSet<>(registry.findValuesAsText("instanceId"))).hasSize(INSTANCES);
            assertThat(new TreeSet<>(registry.findValuesAsText("zone"))).hasSize(INSTANCES);
            assertThat(registry.findValuesAsText("overriddenStatus"))
                    .filteredOn("OUT_OF_SERVICE"::equals)
                    .hasSize(10);
            assertThat(registry.findValuesAsText("status"))
                    .filteredOn("OUT_OF_SERVICE"::equals)
                    .hasSize(10);
            assertThat(snapshot(second).path("restored").asInt()).isEqualTo(INSTANCES);
            assertThat(new EurekaHttp(second.base()).renew("APP1", "i1").statusCode())
                    .isEqualTo(200);
            assertThat(snapshot(second).path("unconfirmed").asInt()).isEqualTo(INSTANCES - 1);
        }
    }

    @Test
    void aStopSavesWhatTheLastPassDidNotSee() throws IOException {
        String[] settings = {
            "buoy.snapshot.store=file", "buoy.snapshot.interval=1h", "buoy.snapshot.directory=" + directory
        };
        try (BuoyProcess first = BuoyProcess.start(settings)) {
            new EurekaHttp(first.base()).register("LATE", "late-1", "UP");
            first.stop();
        }

        try (BuoyProcess second = BuoyProcess.start(settings)) {
            assertThat(new EurekaHttp(second.base()).get("apps/LATE/late-1").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aServerWhoseDatabaseIsDownStartsIsReadyAndCatchesUp() throws IOException {
        postgres.stop();
        try (BuoyProcess buoy = BuoyProcess.start(postgres("down"))) {
            EurekaHttp eureka = new EurekaHttp(buoy.base());
            eureka.register("ORDERS", "orders-1", "UP");
            assertThat(snapshot(buoy).path("state").asText()).isEqualTo("degraded");
            var ready = new EurekaHttp(buoy.management()).get("q/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(new String(ready.body(), StandardCharsets.UTF_8)).contains("degraded", "refused");
            assertThat(eureka.renew("ORDERS", "orders-1").statusCode()).isEqualTo(200);

            postgres.startAgain();

            await().atMost(CEILING)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() ->
                            assertThat(snapshot(buoy).path("state").asText()).isEqualTo("ok"));
            assertThat(postgres.count("select count(*) from buoy_instance where registry = 'down'"))
                    .isEqualTo(1);
            assertThat(metrics(buoy)).contains("buoy_snapshot_degraded{store=\"postgres\",} 0.0");
            assertThat(names(metrics(buoy), Pattern.compile("^(buoy_snapshot_\\w+)[ {]")))
                    .isEqualTo(names(
                            Files.readString(Path.of("docs/metrics.md")),
                            Pattern.compile("^\\| `(buoy_snapshot_\\w+)`")));
            assertThat(buoy.log().lines().filter(line -> line.contains("No snapshots to the postgres store")))
                    .hasSize(1);
        }
        assertThat(postgres.count("select count(*) from buoy_server where registry = 'down'"))
                .isEqualTo(1);
    }

    private static String metrics(BuoyProcess buoy) {
        var scrape = new EurekaHttp(buoy.management())
                .send("GET", "q/metrics", BodyPublishers.noBody(), "Accept", "text/plain");
        return new String(scrape.body(), StandardCharsets.UTF_8);
    }

    private static Set<String> names(String text, Pattern pattern) {
        return text.lines()
                .flatMap(line -> pattern.matcher(line).results().map(match -> match.group(1)))
                .collect(Collectors.toSet());
    }

    @Test
    void aRegistryIsMovedFromFilesToADatabaseAndServedFromThere() throws Exception {
        try (BuoyProcess first = BuoyProcess.start(file())) {
            new EurekaHttp(first.base()).register("MOVED", "moved-1", "UP");
            first.stop();
        }
        String export = directory.resolve("export.json.gz").toString();

        assertThat(run(file(), "snapshot", "export", export)).isEqualTo("Exported 1 instances from the file store");
        assertThat(run(postgres("moved"), "snapshot", "import", export))
                .isEqualTo("Imported 1 instances into the postgres store");

        try (BuoyProcess second = BuoyProcess.start(postgres("moved"))) {
            assertThat(new EurekaHttp(second.base()).get("apps/MOVED/moved-1").statusCode())
                    .isEqualTo(200);
        }
    }

    /** The last line that the offline command prints. */
    private static String run(String[] settings, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String setting : settings) {
            command.add("-D" + setting);
        }
        command.addAll(List.of("-jar", System.getProperty("buoy.packaged", "target/quarkus-app/quarkus-run.jar")));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().reduce("", (before, line) -> line);
    }

    @Test
    void tombstonesGoWhenEveryServerHasSavedSince() throws IOException {
        try (BuoyProcess first = BuoyProcess.start(postgres("tombs"))) {
            register(first, "first-1");
        }
        long hour = Duration.ofHours(1).toMillis();
        long now = System.currentTimeMillis();
        for (long removed : List.of(now - 48 * hour, now - 3 * hour, now - hour)) {
            postgres.execute(
                    "insert into buoy_instance (registry, app, instance_id, status, document, dirty_at, renewed_at,"
                            + " revision, removed_at) values ('tombs', 'ORDERS', 'at-" + removed
                            + "', 'UP', '{}', 0, 0, 0, "
                            + removed + ")");
        }
        // One server was last heard of two hours ago, another longer ago than counts.
        postgres.execute(
                "insert into buoy_server values (gen_random_uuid(), 'tombs', " + (now - 2 * hour) + ")",
                "insert into buoy_server values (gen_random_uuid(), 'tombs', " + (now - 30 * hour) + ")");

        try (BuoyProcess second = BuoyProcess.start(postgres("tombs"))) {
            register(second, "second-1");
            await().atMost(CEILING).untilAsserted(() -> {
                assertThat(postgres.count(
                                "select count(*) from buoy_instance where registry = 'tombs' and removed_at > 0"))
                        .isEqualTo(1);
                assertThat(postgres.count("select count(*) from buoy_server where registry = 'tombs'"))
                        .isEqualTo(3);
            });
        }
    }

    private static void register(BuoyProcess buoy, String id) {
        assertThat(new EurekaHttp(buoy.base()).register("ORDERS", id, "UP").statusCode())
                .isEqualTo(204);
        await().atMost(CEILING)
                .ignoreExceptions() // there may be no table yet
                .until(() ->
                        postgres.count("select count(*) from buoy_instance where instance_id = '" + id + "'") == 1);
    }

    @Test
    void withoutAStoreNothingIsSaidOfOne() throws IOException {
        try (BuoyProcess buoy = BuoyProcess.start()) {
            assertThat(snapshot(buoy).path("state").asText()).isEqualTo("off");
            assertThat(root(buoy)
                            .send("POST", "buoy/v1/snapshot", BodyPublishers.noBody())
                            .statusCode())
                    .isEqualTo(404);
            assertThat(metrics(buoy)).doesNotContain("buoy_snapshot");
            assertThat(buoy.log().lines().filter(line -> !line.contains("Installed features")))
                    .noneMatch(line -> line.toLowerCase(Locale.ROOT).matches(".*(hibernate|datasource|flyway).*"));
        }
    }
}
