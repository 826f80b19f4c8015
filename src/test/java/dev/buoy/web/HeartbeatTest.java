package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.JSON;
import static dev.buoy.web.EurekaClient.PEER;
import static dev.buoy.web.EurekaClient.XML;
import static dev.buoy.web.EurekaClient.fresh;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P-092 to P-105: renewal of a lease. */
@QuarkusTest
class HeartbeatTest {
    @TestHTTPResource("/")
    URL url;

    @Inject
    RequestCounts counts;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
        app = server.registered("i-1");
    }

    private String app;

    @Test // P-092
    void knownInstanceIsRenewedWithoutABody() {
        Reply reply = server.put(path(app, "i-1")).expect(200);

        assertThat(reply.header("Content-Length")).isEqualTo("0");
        assertThat(reply.header("Content-Type")).isNull();
    }

    @ParameterizedTest // P-093
    @ValueSource(strings = {"", "{}", "some text", "<xml/>"})
    void bodyIsIgnoredWhateverItIs(String body) {
        String target = path(app, "i-1") + "?status=UP&lastDirtyTimestamp=" + DIRTY;
        for (String type : List.of("application/json", "text/plain", "nonsense")) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            assertThat(server.send("PUT", target, bytes, "Content-Type", type)
                            .expect(200)
                            .bytes())
                    .isEmpty();
        }
    }

    @Test // P-094
    void unknownInstanceAnswers404WithoutABody() {
        for (String target : List.of(path(app, "unknown"), path(fresh("NONE"), "i-1"))) {
            for (String[] headers : List.of(JSON, XML, PEER)) {
                Reply reply = server.put(target + "?status=UP&lastDirtyTimestamp=1", headers)
                        .expect(404);
                assertThat(reply.bytes()).isEmpty();
                assertThat(reply.header("Content-Length")).isEqualTo("0");
            }
        }
    }

    @Test // P-095, P-096
    void newerCopyElsewhereAnswers404AndAnOlderOneIsNoMatterToAClient() {
        server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + (DIRTY + 1)).expect(404);
        server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + (DIRTY + 1), PEER)
                .expect(404);
        server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + (DIRTY - 1)).expect(200);
    }

    @Test // P-097
    void peerWithAnOlderCopyIsShownOurs() {
        String target = path(app, "i-1") + "?lastDirtyTimestamp=" + (DIRTY - 1);

        assertThat(server.put(target, PEER)
                        .expect(409)
                        .json()
                        .at("/instance/instanceId")
                        .asText())
                .isEqualTo("i-1");
        Reply xml =
                server.put(target, "x-netflix-discovery-replication", "true").expect(409);
        assertThat(xml.xml().getDocumentElement().getTagName()).isEqualTo("instance");
    }

    @ParameterizedTest // P-098
    @ValueSource(strings = {"TRUE", "1", "yes", "false", "true "})
    void headerThatIsNotExactlyTrueMakesNoPeer(String value) {
        int status = server.put(
                        path(app, "i-1") + "?lastDirtyTimestamp=" + (DIRTY - 1),
                        "x-netflix-discovery-replication",
                        value)
                .status();

        // Blanks around a header's value are no part of it.
        assertThat(status).isEqualTo(value.equals("true ") ? 409 : 200);
    }

    @Test // P-099
    void statusInTheQueryChangesNothing() {
        server.put(path(app, "i-1") + "?status=DOWN&lastDirtyTimestamp=" + DIRTY)
                .expect(200);

        assertThat(server.read(app, "i-1").path("status").asText()).isEqualTo("UP");
    }

    @Test // P-100
    void overrideIsTakenOverFromPeersOnly() {
        String target = path(app, "i-1") + "?overriddenstatus=OUT_OF_SERVICE&lastDirtyTimestamp=" + (DIRTY + 1);

        server.put(target).expect(404);
        assertThat(server.read(app, "i-1").path("overriddenStatus").asText()).isEqualTo("UNKNOWN");
        server.put(target, PEER).expect(404);
        server.put(path(app, "i-1")).expect(200);
        assertThat(server.read(app, "i-1").path("overriddenStatus").asText()).isEqualTo("OUT_OF_SERVICE");
        assertThat(server.read(app, "i-1").path("status").asText()).isEqualTo("OUT_OF_SERVICE");
    }

    @ParameterizedTest // P-102
    @ValueSource(strings = {"", "abc", "1.5", "99999999999999999999"})
    void dirtyTimestampThatIsNoNumberAnswers400(String dirty) {
        assertThat(server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + dirty)
                        .expect(400)
                        .bytes())
                .isEmpty();
    }

    @Test
    void overrideOfAPeerThatIsNoStatusAnswers400() {
        server.put(path(app, "i-1") + "?overriddenstatus=BROKEN", PEER).expect(400);
        server.put(path(app, "i-1") + "?overriddenstatus=BROKEN").expect(200);
    }

    @Test // P-105
    void forgottenInstanceComesBackByRegisteringAgain() {
        server.delete(path(app, "i-1")).expect(200);
        server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + DIRTY).expect(404);
        server.register(instance(app, "i-1")).expect(204);
        server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + DIRTY).expect(200);
    }

    @Test
    void requestsAreCountedByWhatCameOfThem() {
        long renewed = counts.of(Operation.RENEW, Outcome.SUCCESS);
        long unknown = counts.of(Operation.RENEW, Outcome.NOT_FOUND);

        server.put(path(app, "i-1")).expect(200);
        server.put(path(app, "i-1")).expect(200);
        server.put(path(app, "unknown")).expect(404);

        assertThat(counts.of(Operation.RENEW, Outcome.SUCCESS)).isEqualTo(renewed + 2);
        assertThat(counts.of(Operation.RENEW, Outcome.NOT_FOUND)).isEqualTo(unknown + 1);
    }
}
