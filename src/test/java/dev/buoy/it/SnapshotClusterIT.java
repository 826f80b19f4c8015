package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.testing.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several servers and their snapshots: what others have done while one was away holds. */
class SnapshotClusterIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CEILING = Duration.ofMinutes(3);
    private static final int INSTANCES = 120;

    @TempDir
    Path directory;

    @Test
    void aServerThatComesBackUndoesNothingThatAnotherChangedInTheirDatabase() throws Exception {
        try (PostgresServer postgres = PostgresServer.start()) {
            String[] settings = {
                "buoy.snapshot.store=postgres",
                "buoy.snapshot.interval=1s",
                "quarkus.datasource.jdbc.url=" + postgres.url(),
                "quarkus.datasource.username=" + PostgresServer.USER,
                "quarkus.datasource.password=" + PostgresServer.PASSWORD
            };
            BuoyProcess dying = BuoyProcess.start(settings);
            EurekaHttp eureka = new EurekaHttp(dying.base());
            for (int i = 0; i < INSTANCES; i++) {
                eureka.register("ORDERS", "i" + i, "UP");
            }
            save(dying);
            try (BuoyProcess stays = BuoyProcess.start(settings)) {
                dying.kill();
                changeHalf(new EurekaHttp(stays.base()));
                save(stays);
                Map<String, String> expected = listed(stays);
                assertThat(expected).hasSize(INSTANCES - INSTANCES / 6);

                try (BuoyProcess again = BuoyProcess.start(settings)) {
                    assertThat(listed(again)).isEqualTo(expected);
                    save(again); // all that it has
                    assertThat(postgres.count("select count(*) from buoy_instance where removed_at is null"))
                            .isEqualTo(expected.size());
                    assertThat(postgres.count("select count(*) from buoy_instance where overridden = 'OUT_OF_SERVICE'"))
                            .isEqualTo(INSTANCES / 6);
                    assertThat(postgres.count("select count(*) from buoy_instance where document::text like '%z2%'"))
                            .isEqualTo(INSTANCES / 6);
                }
            } finally {
                dying.close();
            }
        }
    }

    private static void changeHalf(EurekaHttp eureka) {
        for (int i = 0; i < INSTANCES / 2; i++) {
            String id = "i" + i;
            int status =
                    switch (i % 3) {
                        case 0 -> eureka.cancel("ORDERS", id).statusCode();
                        case 1 ->
                            eureka.send(
                                            "PUT",
                                            "apps/ORDERS/" + id + "/status?value=OUT_OF_SERVICE",
                                            BodyPublishers.noBody())
                                    .statusCode();
                        default ->
                            eureka.register(
                                            "ORDERS",
                                            EurekaHttp.instance("ORDERS", id, "UP")
                                                    .replace("z1", "z2"))
                                    .statusCode();
                    };
            assertThat(status).isBetween(200, 204);
        }
    }

    @Test
    void whatEndedWhileAServerWasAwayIsDroppedWhenItsPeerSaysSo() throws Exception {
        String file = "buoy.snapshot.store=file";
        String folder = "buoy.snapshot.directory=" + directory;
        String often = "buoy.snapshot.interval=1s";
        try (BuoyProcess peer = BuoyProcess.start()) {
            String peers = "eureka.client.service-url.defaultZone=" + peer.base();
            String unlisted = "eureka.client.register-with-eureka=false";
            try (BuoyProcess before = BuoyProcess.start(file, folder, often, peers, unlisted)) {
                EurekaHttp eureka = new EurekaHttp(before.base());
                for (int i = 0; i < 20; i++) {
                    eureka.register("ORDERS", "i" + i, "UP");
                }
                await().atMost(CEILING)
                        .untilAsserted(() -> assertThat(listed(peer)).hasSize(20));
                save(before);
                before.kill();
            }
            new EurekaHttp(peer.base()).cancel("ORDERS", "i0");

            try (BuoyProcess again = BuoyProcess.start(file, folder, often, peers, unlisted)) {
                assertThat(snapshot(again).path("restored").asInt()).isEqualTo(20);
                await().atMost(CEILING)
                        .untilAsserted(
                                () -> assertThat(listed(again)).hasSize(19).doesNotContainKey("i0"));
            }
        }
    }

    /** Each instance by its id, as a client of the server sees it. */
    private static Map<String, String> listed(BuoyProcess buoy) throws IOException {
        Map<String, String> instances = new TreeMap<>();
        JsonNode registry =
                JSON.readTree(new EurekaHttp(buoy.base()).get("apps").body());
        for (JsonNode instance : registry.findPath("instance")) {
            instances.put(
                    instance.path("instanceId").asText(),
                    instance.path("status").asText()
                            + " " + instance.path("overriddenStatus").asText() + " "
                            + instance.path("metadata").path("zone").asText());
        }
        return instances;
    }

    /** Takes a snapshot of all, unless one is being taken at the moment. */
    private static void save(BuoyProcess buoy) {
        await().atMost(CEILING)
                .until(() -> root(buoy)
                                .send("POST", "buoy/v1/snapshot", BodyPublishers.noBody())
                                .statusCode()
                        == 200);
    }

    private static JsonNode snapshot(BuoyProcess buoy) throws IOException {
        return JSON.readTree(root(buoy).get("buoy/v1/snapshot").body());
    }

    private static EurekaHttp root(BuoyProcess buoy) {
        return new EurekaHttp(URI.create("http://127.0.0.1:" + buoy.port() + "/"));
    }
}
