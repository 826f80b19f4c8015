package dev.buoy.web;

import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.net.URL;
import java.util.List;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;

/** A server that waits for the copy of a peer's registry (contract §9.8, D-22). */
@QuarkusTest
@QuarkusTestResource(value = SilentPeer.class, restrictToAnnotatedClass = true)
class StartingNodeTest {
    @TestHTTPResource("/")
    URL url;

    @TestHTTPResource(value = "/health/ready", management = true)
    URL ready;

    @Test
    void aPartialListIsNotServedAndAllElseIs() {
        EurekaClient server = new EurekaClient(url);
        String app = server.registered("i-1");

        for (String refused : List.of("/apps", "/apps/delta", "/apps/" + app, "/vips/x", "/peerreplication/leases")) {
            assertThat(server.getJson(refused).expect(503).bytes()).isEmpty();
        }
        server.put(path(app, "i-1")).expect(200);
        server.getJson(path(app, "i-1")).expect(200);
        server.getJson("/peerreplication/digest").expect(200);
    }

    @Test
    void itIsNotReadyAndSaysWhy() {
        RestAssured.get(ready)
                .then()
                .statusCode(503)
                .body(
                        "checks.find { it.name == 'registry' }.data.state",
                        Matchers.equalTo("copying the registry of a peer"));
    }

    @Test
    void operatorsSeeThePeerItWaitsForAndNoPassword() {
        RestAssured.get(url + "buoy/v1/peers")
                .then()
                .statusCode(200)
                .body("complete", Matchers.equalTo(false))
                .body("peers[0].kind", Matchers.equalTo("UNKNOWN"))
                .body("peers[0].reachable", Matchers.equalTo(false))
                .body("peers[0].url", Matchers.not(Matchers.containsString("secret")));
    }
}
