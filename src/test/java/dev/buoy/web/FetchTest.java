package dev.buoy.web;

import static dev.buoy.web.EurekaClient.JSON;
import static dev.buoy.web.EurekaClient.XML;
import static dev.buoy.web.EurekaClient.fresh;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P-013 to P-027 and P-071 to P-090 as far as they are about HTTP: what readers get. */
@QuarkusTest
class FetchTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    private List<String> everyRead(String app, String id) {
        String vip = app.toLowerCase();
        return List.of(
                "/apps",
                "/apps/delta",
                "/apps/" + app,
                path(app, id),
                "/instances/" + id,
                "/vips/" + vip,
                "/svips/" + vip + "-tls");
    }

    @ParameterizedTest // P-015
    @ValueSource(
            strings = {
                "application/json",
                "application/json;charset=UTF-8",
                "application/json, application/*+json",
                "application/xml;q=0.1, application/json"
            })
    void whoPrefersJsonGetsJson(String accept) {
        String app = server.registered("j-1");

        for (String path : everyRead(app, "j-1")) {
            assertThat(server.get(path, "Accept", accept).expect(200).json().isObject())
                    .as(path)
                    .isTrue();
        }
    }

    @ParameterizedTest // P-013, P-014, P-016
    @ValueSource(strings = {"", "*/*", "application/*", "application/xml", "application/xml, application/json;q=0.1"})
    void allOthersGetXml(String accept) {
        String app = server.registered("x-1");

        for (String path : everyRead(app, "x-1")) {
            Reply reply = accept.isEmpty() ? server.get(path) : server.get(path, "Accept", accept);
            assertThat(reply.expect(200).xml().getDocumentElement()).as(path).isNotNull();
        }
    }

    @ParameterizedTest // P-017
    @ValueSource(strings = {"text/plain", "text/html", "application/vnd.x+json"})
    void whoTakesNeitherGets406WithoutABody(String accept) {
        String app = server.registered("n-1");

        for (String path : everyRead(app, "n-1")) {
            assertThat(server.get(path, "Accept", accept).expect(406).bytes()).isEmpty();
        }
    }

    @Test // P-018, T-46
    void bodiesSayWhatTheyDependOnAndAreNotToBeReusedUnasked() {
        String app = server.registered("v-1");

        for (String path : everyRead(app, "v-1")) {
            Reply reply = server.getJson(path).expect(200);
            assertThat(reply.header("Vary")).isEqualTo("Accept, Accept-Encoding, X-Eureka-Accept");
            assertThat(reply.header("Cache-Control")).isEqualTo("no-cache");
            assertThat(reply.header("Content-Length")).isEqualTo(Integer.toString(reply.bytes().length));
            assertThat(reply.header("Transfer-Encoding")).isNull();
        }
    }

    @ParameterizedTest // P-019
    @ValueSource(strings = {"application/json", "application/xml"})
    void gzipDecodesToThePlainAnswer(String accept) {
        String app = server.registered("g-1");

        for (String path : List.of("/apps/" + app, "/vips/" + app.toLowerCase(), "/apps", "/apps/delta")) {
            Reply zipped = server.get(path, "Accept", accept, "Accept-Encoding", "gzip")
                    .expect(200);
            assertThat(zipped.header("Content-Encoding")).isEqualTo("gzip");
            assertThat(zipped.header("Content-Type")).isEqualTo(accept);
            assertThat(zipped.text()).contains("g-1");
        }
        assertThat(server.get("/apps/" + app, "Accept", accept, "Accept-Encoding", "gzip")
                        .text())
                .isEqualTo(server.get("/apps/" + app, "Accept", accept).text());
    }

    @ParameterizedTest // P-020, P-021
    @ValueSource(strings = {"identity", "gzip;q=0", "br"})
    void whoDoesNotTakeGzipGetsNone(String encoding) {
        Reply reply = server.get("/apps", "Accept", "application/json", "Accept-Encoding", encoding)
                .expect(200);

        assertThat(reply.header("Content-Encoding")).isNull();
        assertThat(server.getJson("/apps/delta").expect(200).header("Content-Encoding"))
                .isNull();
    }

    @Test // P-022
    void contentTypeOfARequestWithoutABodyDoesNotMatter() {
        String app = server.registered("c-1");

        server.get("/apps/" + app, "Content-Type", "application/json", "Accept", "application/json")
                .expect(200);
        server.put(path(app, "c-1"), "Content-Type", "application/json").expect(200);
        server.delete(path(app, "c-1"), "Content-Type", "application/x-www-form-urlencoded")
                .expect(200); // P-023
    }

    @ParameterizedTest // P-024, P-025
    @CsvSource({"compact, true", "COMPACT, true", "full, false", "[compact], false", "nonsense, false"})
    void compactFormIsForThoseWhoAskForIt(String form, boolean compact) {
        String app = server.registered("f-1");

        for (String path : everyRead(app, "f-1")) {
            boolean instance = path.endsWith("/f-1"); // P-026: always in full
            String json = server.get(path, "Accept", "application/json", "X-Eureka-Accept", form)
                    .expect(200)
                    .text();
            String xml = server.get(path, "X-Eureka-Accept", form).expect(200).text();
            assertThat(json.contains("\"registrationTimestamp\"")).as(path).isEqualTo(!compact || instance);
            assertThat(xml.contains("<registrationTimestamp>")).as(path).isEqualTo(!compact || instance);
        }
    }

    @Test
    void whoHasTheAnswerIsToldSo() {
        String app = server.registered("e-1");
        Reply first = server.getJson("/apps/" + app).expect(200);

        Reply second = server.get("/apps/" + app, "Accept", "application/json", "If-None-Match", first.header("ETag"));
        assertThat(second.expect(304).bytes()).isEmpty();
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));

        server.put(path(app, "e-1") + "/status?value=DOWN").expect(200);
        server.get("/apps/" + app, "Accept", "application/json", "If-None-Match", first.header("ETag"))
                .expect(200);
        server.get("/apps/" + app, "Accept", "application/xml", "If-None-Match", first.header("ETag"))
                .expect(200);
    }

    @Test // P-080
    void unknownAnswers404WithoutABody() {
        for (String path : List.of("/apps/NO-SUCH", "/apps/NO-SUCH/i", "/instances/no-such")) {
            for (String[] headers : List.of(JSON, XML)) {
                assertThat(server.get(path, headers).expect(404).bytes()).isEmpty();
            }
        }
    }

    @Test // P-081
    void instanceIsFoundByItsIdAlone() {
        String id = fresh("id");
        String app = server.registered(id);

        assertThat(server.getJson("/instances/" + id)
                        .expect(200)
                        .json()
                        .at("/instance/app")
                        .asText())
                .isEqualTo(app);
    }

    @Test // P-082 to P-084
    void vipsListWhoNamesThem() {
        String app = fresh("APP");
        String one = fresh("one").toLowerCase();
        server.register(instance(app, "i-1").put("vipAddress", one + ",two" + one))
                .expect(204);

        for (String vip : List.of(one, "two" + one)) {
            Reply found = server.getJson("/vips/" + vip).expect(200);
            assertThat(found.instancesOf(app)).hasSize(1);
            assertThat(found.json().at("/applications/versions__delta").asText())
                    .isEqualTo("-1");
            assertThat(found.json().at("/applications/apps__hashcode").asText()).isEqualTo("UP_1_");
        }
        assertThat(server.getJson("/vips/" + one.toUpperCase())
                        .expect(200)
                        .json()
                        .at("/applications/application"))
                .isEmpty();
        assertThat(server.getJson("/svips/" + one).expect(200).json().at("/applications/application"))
                .isEmpty();
    }

    @Test // P-085
    void unknownRegionsDoNotHideWhatIsHere() {
        String app = server.registered("r-1");

        assertThat(server.getJson("/apps?regions=nowhere%2Celsewhere")
                        .expect(200)
                        .instancesOf(app))
                .hasSize(1);
        assertThat(server.getJson("/apps/delta?regions=").expect(200).instancesOf(app))
                .hasSize(1);
    }

    @Test // P-087, P-088
    void changesShowAtOnceInEveryForm() {
        String id = fresh("id");
        String app = server.registered(id);
        server.put(path(app, id) + "/status?value=OUT_OF_SERVICE").expect(200);

        for (String path : everyRead(app, id)) {
            for (String[] headers : List.of(JSON, XML, new String[] {"X-Eureka-Accept", "compact"}, new String[] {
                "Accept", "application/json", "Accept-Encoding", "gzip"
            })) {
                String text = server.get(path, headers).expect(200).text();
                assertThat(text.substring(text.indexOf(id))).as(path).contains("OUT_OF_SERVICE");
            }
        }
        server.delete(path(app, id)).expect(200);
        server.getJson("/apps/" + app).expect(404);
        assertThat(server.getJson("/apps").instancesOf(app)).isEmpty();
        assertThat(server.getJson("/apps/delta")
                        .instancesOf(app)
                        .path(0)
                        .path("actionType")
                        .asText())
                .isEqualTo("DELETED");
    }

    @Test // P-027
    void textIsUtf8() {
        String app = fresh("APP");
        ObjectNode unicode = instance(app, "u-1");
        unicode.putObject("metadata").put("greeting", "grüß 東京 😀");
        server.register(unicode).expect(204);

        assertThat(server.read(app, "u-1").at("/metadata/greeting").asText()).isEqualTo("grüß 東京 😀");
        assertThat(server.get("/apps/" + app, "Accept-Encoding", "gzip").text()).contains("grüß 東京 😀");
    }
}
