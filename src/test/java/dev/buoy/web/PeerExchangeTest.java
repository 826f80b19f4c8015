package dev.buoy.web;

import static dev.buoy.web.EurekaClient.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nodes of Buoy ask each other, and what they tell operators of it. */
@QuarkusTest
class PeerExchangeTest {
    private static final String NODE_ID = "X-Buoy-Node-Id";

    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;
    private String app;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
        app = server.registered("i-1");
    }

    @Test
    void aNodeSaysWhoItIs() {
        Reply digest = server.getJson("/peerreplication/digest");

        assertThat(digest.status()).isEqualTo(200);
        assertThat(digest.header(NODE_ID)).isNotBlank();
        assertThat(digest.json().path("nodeId").asText()).isEqualTo(digest.header(NODE_ID));
    }

    @Test
    void aChangeShowsInTheDigestOfItsApplication() {
        String before = digestOf(app);
        server.put("/apps/" + app + "/i-1/status?value=OUT_OF_SERVICE");

        assertThat(digestOf(app)).isNotEmpty().isNotEqualTo(before);
    }

    @Test
    void aRenewalDoesNotShowInTheDigest() {
        String before = digestOf(app);
        server.put("/apps/" + app + "/i-1");

        assertThat(digestOf(app)).isEqualTo(before);
    }

    @Test
    void leasesOfTheApplicationsAskedForAreTold() {
        String other = server.registered("i-2");
        Reply leases = server.get("/peerreplication/leases?applications=" + app);

        assertThat(leases.status()).isEqualTo(200);
        assertThat(leases.header(NODE_ID)).isNotBlank();
        assertThat(leases.text()).contains(app).doesNotContain(other);
    }

    @Test
    void whatANodeSendsToItselfChangesNothing() {
        String self = server.getJson("/peerreplication/digest").header(NODE_ID);
        String batch =
                "{\"replicationList\":[{\"appName\":\"%s\",\"id\":\"i-1\",\"action\":\"Cancel\"}]}".formatted(app);
        server.send(
                "POST",
                "/peerreplication/batch/",
                batch.getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "application/json",
                NODE_ID,
                self);

        assertThat(server.get("/apps/" + app + "/i-1", JSON).status()).isEqualTo(200);
    }

    @Test
    void operatorsSeeThisNodeAndItsPeers() {
        String self = server.getJson("/peerreplication/digest").header(NODE_ID);

        RestAssured.get(url + "buoy/v1/peers")
                .then()
                .statusCode(200)
                .body("nodeId", org.hamcrest.Matchers.equalTo(self))
                .body("complete", org.hamcrest.Matchers.equalTo(true))
                .body("peers.size()", org.hamcrest.Matchers.equalTo(0));
    }

    private String digestOf(String application) {
        return server.getJson("/peerreplication/digest")
                .json()
                .path("applications")
                .path(application)
                .asText();
    }
}
