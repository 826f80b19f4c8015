package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.JSON;
import static dev.buoy.web.EurekaClient.fresh;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P-001 to P-012: where the resources are, and which methods they have. */
@QuarkusTest
class PathsTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    @Test // P-001
    void bothBasesAnswerTheSameDocument() {
        String app = server.registered("i-1");

        for (String path : List.of("/apps/" + app, path(app, "i-1"), "/instances/i-1", "/vips/" + app.toLowerCase())) {
            assertThat(server.getJson("/v2" + path).expect(200).text())
                    .isEqualTo(server.getJson(path).text());
        }
        server.getJson("/v2/apps").expect(200);
        server.put("/v2" + path(app, "i-1")).expect(200);
    }

    @Test // P-002
    void slashAtTheEndDoesNotCount() {
        String app = server.registered("i-1");

        for (String path :
                List.of("/apps/", "/apps/delta/", "/apps/" + app + "/", path(app, "i-1") + "/", "/vips/x/")) {
            server.getJson(path).expect(200);
        }
        server.put(path(app, "i-1") + "/").expect(200);
        server.put(path(app, "i-1") + "/status/?value=DOWN").expect(200);
        server.postJson("/peerreplication/batch/", "{\"replicationList\":[]}").expect(200);
    }

    @Test // P-003
    void applicationIsFoundInWhateverCase() {
        String app = fresh("orders");
        server.register(instance(app, "i-1")).expect(204);

        for (String name : List.of(app, app.toLowerCase(), app.toUpperCase())) {
            JsonNode found = server.getJson("/apps/" + name).expect(200).json().path("application");
            assertThat(found.path("name").asText()).isEqualTo(app.toUpperCase());
            assertThat(found.at("/instance/0/app").asText()).isEqualTo(app.toUpperCase());
        }
    }

    @Test // P-004
    void caseOfAnIdMatters() {
        String app = server.registered("x");

        server.getJson(path(app, "x")).expect(200);
        server.getJson(path(app, "X")).expect(404);
    }

    @ParameterizedTest // P-005, P-006
    @ValueSource(
            strings = {
                "10.0.0.1:svc:8080",
                "user@host",
                "a%b",
                "a%2Fb",
                "two words",
                "räume-東京-😀",
                "a+b",
                "a&b=c",
                "a?b#c",
                "a;b=c",
                "[2001:db8::1]:80",
                "\"q\" <t> 's'",
                "a..b",
                "..",
                ".",
                "http://10.0.0.1:8080/svc",
                "/",
            })
    void idWithWhateverCharactersIsReadRenewedChangedAndCancelled(String id) {
        String app = server.registered(id);

        assertThat(server.read(app, id).path("instanceId").asText()).isEqualTo(id);
        server.put(path(app, id) + "?lastDirtyTimestamp=" + DIRTY).expect(200);
        server.put(path(app, id) + "/status?value=DOWN").expect(200);
        server.delete(path(app, id) + "/status?value=UP").expect(200);
        server.put(path(app, id) + "/metadata?k=v").expect(200);
        server.getJson("/instances/" + EurekaClient.encoded(id)).expect(200);
        server.delete(path(app, id)).expect(200);
        server.delete(path(app, id)).expect(404);
    }

    @Test // P-007
    void doubledSlashesCollapse() {
        String app = server.registered("i-1");

        server.getJson("//apps").expect(200);
        server.getJson("/apps//" + app).expect(200);
        server.getJson("//v2//apps//" + app + "//i-1").expect(200);
    }

    @ParameterizedTest // P-008
    @ValueSource(
            strings = {
                "",
                "/",
                "/v2",
                "/v2/",
                "/nothing",
                "/v1/apps",
                "/V2/apps",
                "/v2/v2/apps",
                "/v2apps",
                "/vips",
                "/instances",
                "/peerreplication",
                "/peerreplication/nothing",
                "/asg/x",
                "/apps/A/i/nothing",
                "/apps/A/i/status/x",
            })
    void pathThatNamesNothingAnswers404(String path) {
        for (String method : List.of("GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS")) {
            assertThat(server.send(method, path, null).expect(404).bytes()).isEmpty();
        }
    }

    @ParameterizedTest // P-009
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT | /apps | GET, HEAD, OPTIONS",
                "POST | /apps | GET, HEAD, OPTIONS",
                "DELETE | /apps/FOO | GET, HEAD, POST, OPTIONS",
                "PUT | /apps/FOO | GET, HEAD, POST, OPTIONS",
                "POST | /apps/delta | GET, HEAD, OPTIONS",
                "POST | /apps/FOO/i | GET, HEAD, PUT, DELETE, OPTIONS",
                "PATCH | /apps/FOO/i | GET, HEAD, PUT, DELETE, OPTIONS",
                "GET | /apps/FOO/i/status | PUT, DELETE, OPTIONS",
                "GET | /apps/FOO/i/metadata | PUT, OPTIONS",
                "GET | /peerreplication/batch | POST, OPTIONS",
                "DELETE | /vips/x | GET, HEAD, OPTIONS",
                "GET | /asg/x/status | PUT, OPTIONS",
            })
    void methodThatAResourceDoesNotHaveAnswers405WithThoseItHas(String method, String path, String allow) {
        Reply reply = server.send(method, path, null).expect(405);

        assertThat(reply.header("Allow")).isEqualTo(allow);
        assertThat(reply.bytes()).isEmpty();
        assertThat(server.send("OPTIONS", path, null).expect(200).header("Allow"))
                .isEqualTo(allow);
    }

    @Test // P-010
    void headAnswersAsGetWithoutTheBody() {
        String app = server.registered("i-1");

        for (String path : List.of(
                "/apps/" + app, path(app, "i-1"), "/instances/i-1", "/vips/" + app.toLowerCase(), "/apps/NONE-SUCH")) {
            Reply get = server.getJson(path);
            Reply head = server.send("HEAD", path, null, JSON).expect(get.status());
            assertThat(head.bytes()).isEmpty();
            assertThat(head.header("Content-Type")).isEqualTo(get.header("Content-Type"));
            assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
        }
        for (String path : List.of("/apps", "/apps/delta", "/status")) {
            assertThat(server.send("HEAD", path, null, JSON).expect(200).bytes())
                    .isEmpty();
        }
    }

    @Test // P-011
    void deltaIsReservedInLowerCaseOnly() {
        server.getJson("/apps/DELTA").expect(404);
        assertThat(server.getJson("/apps/delta").expect(200).json().has("applications"))
                .isTrue();

        server.register(instance("DELTA", "i-1")).expect(204);
        server.getJson("/apps/DELTA").expect(200);
        server.put("/apps/delta/i-1").expect(200);
        server.delete("/apps/DELTA/i-1").expect(200);
    }

    @Test // P-012
    void matrixParametersAreDropped() {
        String app = server.registered("i-1");

        server.getJson("/apps/" + app + ";x=1").expect(200);
        server.getJson("/apps;a/" + app + ";x=1/i-1;y").expect(200);
    }

    @Test // D-1
    void slashesBeforeTheBaseMayBeDoubledToo() throws Exception {
        String app = server.registered("i-1");
        for (String base : List.of("//eureka", "///eureka/v2", "/eureka;x=1")) {
            URI uri = URI.create("http://127.0.0.1:" + url.getPort() + base + "/apps/" + app);
            Reply reply = server.send(java.net.http.HttpRequest.newBuilder(uri).build());
            assertThat(reply.status()).as(base).isEqualTo(200);
        }
    }

    @Test
    void pathsBesideTheBaseAreNotOurs() throws Exception {
        Reply reply =
                server.send(java.net.http.HttpRequest.newBuilder(url.toURI().resolve("/eurekas/apps"))
                        .build());
        assertThat(reply.status()).isEqualTo(404);
    }
}
