package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.JSON;
import static dev.buoy.web.EurekaClient.XML;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P-132 to P-145: what another server tells. */
@QuarkusTest
class PeerReplicationTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
        app = server.registered("i-1");
    }

    private static final String BATCH = "/peerreplication/batch/";

    private String app;

    private static String entry(String action, String app, String id, String more) {
        return "{\"appName\":\"%s\",\"id\":\"%s\",\"action\":\"%s\"%s}".formatted(app, id, action, more);
    }

    private static String register(String app, String id) {
        return entry(
                "Register", app, id, ",\"lastDirtyTimestamp\":" + DIRTY + ",\"instanceInfo\":" + instance(app, id));
    }

    private static String batchOf(String... entries) {
        return "{\"replicationList\":[" + String.join(",", entries) + "]}";
    }

    private List<Integer> statusCodes(String... entries) {
        return server
                .postJson(BATCH, batchOf(entries))
                .expect(200)
                .json()
                .path("responseList")
                .findValues("statusCode")
                .stream()
                .map(JsonNode::asInt)
                .toList();
    }

    @Test // P-132
    void everyActionTakesEffect() {
        assertThat(statusCodes(register(app, "i-2"))).containsExactly(200);
        server.getJson(path(app, "i-2")).expect(200);

        assertThat(statusCodes(entry("Heartbeat", app, "i-2", ",\"status\":\"UP\",\"lastDirtyTimestamp\":" + DIRTY)))
                .containsExactly(200);
        assertThat(statusCodes(entry(
                        "StatusUpdate", app, "i-2", ",\"status\":\"DOWN\",\"lastDirtyTimestamp\":\"" + DIRTY + "\"")))
                .containsExactly(200); // P-139
        assertThat(server.read(app, "i-2").path("overriddenStatus").asText()).isEqualTo("DOWN");
        assertThat(statusCodes(entry(
                        "DeleteStatusOverride", app, "i-2", ",\"status\":\"UP\",\"lastDirtyTimestamp\":" + DIRTY)))
                .containsExactly(200);
        assertThat(server.read(app, "i-2").path("overriddenStatus").asText()).isEqualTo("UNKNOWN");
        assertThat(statusCodes(entry("Cancel", app.toLowerCase(), "i-2", ""))).containsExactly(200);
        server.getJson(path(app, "i-2")).expect(404);
    }

    @Test // P-133
    void heartbeatIsAnsweredAsThatOfAPeer() {
        JsonNode older = server.postJson(
                        BATCH, batchOf(entry("Heartbeat", app, "i-1", ",\"lastDirtyTimestamp\":" + (DIRTY - 1))))
                .expect(200)
                .json()
                .at("/responseList/0");
        assertThat(older.path("statusCode").asInt()).isEqualTo(409);
        assertThat(older.at("/responseEntity/instanceId").asText()).isEqualTo("i-1");
        assertThat(statusCodes(
                        entry("Heartbeat", app, "unknown", ""),
                        entry("Heartbeat", app, "i-1", ",\"lastDirtyTimestamp\":" + (DIRTY + 1))))
                .containsExactly(404, 404);
    }

    @Test // P-134
    void overrideOfANewerCopyIsTakenOver() {
        assertThat(statusCodes(entry(
                        "Heartbeat",
                        app,
                        "i-1",
                        ",\"overriddenStatus\":\"OUT_OF_SERVICE\",\"lastDirtyTimestamp\":" + (DIRTY + 1))))
                .containsExactly(404);

        assertThat(server.read(app, "i-1").path("overriddenStatus").asText()).isEqualTo("OUT_OF_SERVICE");
    }

    @Test // P-135, P-136, P-137
    void answersComeInOrderAndAFailureStopsNobody() {
        assertThat(statusCodes(
                        entry("Cancel", app, "unknown", ""),
                        entry("StatusUpdate", app, "unknown", ",\"status\":\"DOWN\""),
                        entry("DeleteStatusOverride", app, "unknown", ""),
                        register(app, "i-3"),
                        entry("StatusUpdate", app, "i-3", ",\"status\":\"DOWN\""),
                        entry("Cancel", app, "i-3", ""),
                        register(app, "i-3")))
                .containsExactly(404, 404, 404, 200, 200, 200, 200);

        assertThat(server.read(app, "i-3").path("status").asText()).isEqualTo("UP");
    }

    @Test // P-138
    void olderCopyIsPolitelyIgnored() {
        String older = instance(app, "i-1")
                .put("hostName", "older")
                .put("lastDirtyTimestamp", "1")
                .toString();

        assertThat(statusCodes(entry("Register", app, "i-1", ",\"instanceInfo\":" + older)))
                .containsExactly(200);
        assertThat(server.read(app, "i-1").path("hostName").asText()).isEqualTo("host-1");
    }

    @Test // P-140
    void fullBatchIsAnsweredWhole() {
        String[] entries = new String[250];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = register(app, "n-" + i);
        }

        assertThat(statusCodes(entries)).hasSize(250).containsOnly(200);
        assertThat(server.getJson("/apps/" + app).json().at("/application/instance"))
                .hasSize(251);
        assertThat(server.postJson(BATCH, batchOf()).expect(200).text()).isEqualTo("{\"responseList\":[]}");
    }

    @ParameterizedTest // P-141
    @ValueSource(strings = {"", "{", "[]", "{}", "{\"replicationList\":null}", "{\"replicationList\":[null]}", "null"})
    void bodyThatIsNoBatchAnswers400(String body) {
        assertThat(server.postJson(BATCH, body).expect(400).json().path("error").asText())
                .isNotEmpty();
    }

    @Test // P-142, P-143
    void whatIsWrongWithAnEntryConcernsThatEntryOnly() {
        String incomplete = instance(app, "i-4").put("hostName", "").toString();

        assertThat(statusCodes(
                        entry("Explode", app, "i-1", ""),
                        entry("Heartbeat", app, "i-1", ",\"new\":{\"a\":[1]}"),
                        entry("Register", app, "i-4", ",\"instanceInfo\":" + incomplete),
                        entry("Register", app, "i-4", ""),
                        entry("Register", "OTHER", "i-4", ",\"instanceInfo\":" + instance(app, "i-4")),
                        entry("StatusUpdate", app, "i-1", ",\"status\":\"BROKEN\""),
                        entry("StatusUpdate", app, "i-1", "")))
                .containsExactly(400, 200, 400, 400, 400, 400, 400);
        server.getJson(path(app, "i-4")).expect(404);
    }

    @Test // P-144
    void answerIsJsonWhateverIsAccepted() {
        for (String[] headers : List.of(JSON, XML, new String[] {"Accept", "*/*"})) {
            server.post(BATCH, batchOf(), "Content-Type", "application/json", headers[0], headers[1])
                    .expect(200)
                    .json();
        }
        server.post(BATCH, batchOf(), "Content-Type", "application/json")
                .expect(200)
                .json();
        server.post(BATCH, batchOf(), "Content-Type", "text/plain").expect(415);
    }
}
