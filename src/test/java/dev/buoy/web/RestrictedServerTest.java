package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.PEER;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that restricts fetches as far as its settings go. */
@QuarkusTest
@TestProfile(RestrictedServerTest.Restricted.class)
class RestrictedServerTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    /** Two fetches at once and one in some hours; small and quick bodies. */
    public static final class Restricted implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "buoy.http.max-body-size", "2000",
                    "buoy.http.body-timeout", "1s",
                    "eureka.server.disable-delta", "true",
                    "eureka.server.sync-when-timestamp-differs", "false",
                    "eureka.server.rate-limiter-enabled", "true",
                    "eureka.server.rate-limiter-burst-size", "2",
                    "eureka.server.rate-limiter-full-fetch-average-rate", "1");
        }
    }

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    @Test // P-129, P-164
    void fetchesBeyondTheLimitAreRefusedAndNothingElseIs() {
        String app = server.registered("i-1");
        boolean refused = false;
        for (int i = 0; i < 50 && !refused; i++) {
            Reply reply = server.getJson("/apps");
            refused = reply.status() == 503;
            assertThat(refused ? reply.bytes() : new byte[0]).isEmpty();
        }
        assertThat(refused).isTrue();

        server.get("/apps", "Accept", "application/json", "DiscoveryIdentity-Name", "DefaultClient")
                .expect(200);
        for (int i = 0; i < 50; i++) {
            server.put(path(app, "i-1")).expect(200);
            server.getJson(path(app, "i-1")).expect(200);
        }
    }

    @Test // P-129
    void disabledDeltaAnswers403WithoutABody() {
        for (String[] headers : List.of(EurekaClient.JSON, EurekaClient.XML)) {
            Reply reply = server.get("/apps/delta", headers[0], headers[1], "DiscoveryIdentity-Name", "DefaultClient");
            assertThat(reply.expect(403).bytes()).isEmpty();
        }
    }

    @Test // P-101
    void anyDirtyTimestampIsRightWhenTheyAreNotCompared() {
        String app = server.registered("i-1");

        for (long dirty : new long[] {DIRTY - 1, DIRTY, DIRTY + 1}) {
            server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + dirty).expect(200);
            server.put(path(app, "i-1") + "?lastDirtyTimestamp=" + dirty, PEER).expect(200);
        }
    }

    @Test
    void metadataDoesNotGrowBeyondWhatARegistrationMayHold() {
        String app = server.registered("i-1");
        for (int i = 0; i < 3; i++) {
            server.put(path(app, "i-1") + "/metadata?k" + i + "=" + "x".repeat(500))
                    .expect(200);
        }

        server.put(path(app, "i-1") + "/metadata?k3=" + "x".repeat(500)).expect(413);
        server.put(path(app, "i-1") + "/metadata?k2=" + "y".repeat(500)).expect(200);
        assertThat(server.read(app, "i-1").at("/metadata/k2").asText()).startsWith("y");
        assertThat(server.read(app, "i-1").at("/metadata").has("k3")).isFalse();
    }

    @Test
    void bodyThatStaysHalfSentIsGivenUp() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", url.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST /eureka/apps/A HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 100\r\n\r\n{\"instance\":")
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 408 ")
                    .contains("body not complete in time");
        }
    }

    @Test
    void refusedClientThatNeverSendsItsBodyIsCutOff() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", url.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST /eureka/apps/A HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                    + "Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ");
        }
    }
}
