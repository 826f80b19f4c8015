package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.JSON;
import static dev.buoy.web.EurekaClient.XML;
import static dev.buoy.web.EurekaClient.fresh;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static dev.buoy.web.EurekaClient.wrapped;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P-028 to P-059 as far as they are about HTTP: what a registration is answered, and what is refused. */
@QuarkusTest
class RegistrationTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    @Test // P-028
    void registrationAnswers204AndNothingElse() {
        String app = fresh("APP");

        for (String[] headers : List.of(
                JSON,
                XML,
                new String[] {"Accept", "text/html, image/gif, */*; q=0.2"},
                new String[] {"Accept", "text/plain"},
                new String[0])) {
            Reply reply = server.register(instance(app, "i-1"), headers).expect(204);
            assertThat(reply.bytes()).isEmpty();
            assertThat(reply.header("Content-Type")).isNull();
        }
    }

    @Test // P-029
    void xmlRegistersToo() {
        String app = fresh("APP");
        String xml = "<instance><instanceId>x-1</instanceId><hostName>h</hostName><app>" + app
                + "</app><ipAddr>10.0.0.1</ipAddr><status>UP</status><dataCenterInfo"
                + " class=\"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo\"><name>MyOwn</name>"
                + "</dataCenterInfo></instance>";

        server.post("/apps/" + app, xml, "Content-Type", "application/xml").expect(204);

        assertThat(server.read(app, "x-1").path("hostName").asText()).isEqualTo("h");
    }

    @ParameterizedTest // P-032
    @CsvSource({
        "application/json;charset=UTF-8, 204",
        "application/json; charset=iso-8859-1, 204",
        "text/plain, 415",
        "text/xml, 415",
        "application/json;charset=UTF-16, 415",
        "application/octet-stream, 415",
    })
    void mediaTypeDecidesWhetherABodyIsRead(String type, int status) {
        String app = fresh("APP");

        Reply reply = server.post("/apps/" + app, wrapped(instance(app, "i-1")), "Content-Type", type)
                .expect(status);

        assertThat(reply.status() == 204 || reply.json().path("error").asText().contains("Content-Type"))
                .isTrue();
        server.getJson(path(app, "i-1")).expect(status == 204 ? 200 : 404);
    }

    @Test // P-032
    void bodyWithoutMediaTypeIsNotRead() {
        server.post("/apps/A", wrapped(instance("A", "i-1"))).expect(415);
    }

    @Test // P-033
    void gzipIsInflated() throws IOException {
        String app = fresh("APP");
        byte[] body = gzip(wrapped(instance(app, "i-1")).getBytes(StandardCharsets.UTF_8));

        server.send("POST", "/apps/" + app, body, "Content-Type", "application/json", "Content-Encoding", "gzip")
                .expect(204);

        server.read(app, "i-1");
    }

    @Test // P-058
    void brokenOrUnknownEncodingsAreRefused() {
        byte[] body = "no gzip at all".getBytes(StandardCharsets.UTF_8);

        server.send("POST", "/apps/A", body, "Content-Type", "application/json", "Content-Encoding", "gzip")
                .expect(400);
        server.send("POST", "/apps/A", body, "Content-Type", "application/json", "Content-Encoding", "br")
                .expect(415);
    }

    @Test // P-058
    void gzipBombIsRefused() throws IOException {
        byte[] bomb = gzip(new byte[64 << 20]);

        server.send("POST", "/apps/A", bomb, "Content-Type", "application/json", "Content-Encoding", "gzip")
                .expect(413);
    }

    @Test // P-058
    void bodyBeyondTheLimitIsRefusedAndTheServerAnswersOn() {
        byte[] huge = new byte[5 << 20];

        Reply reply = server.send("POST", "/apps/A", huge, "Content-Type", "application/json")
                .expect(413);

        assertThat(reply.json().path("error").asText()).isEqualTo("body too large");
        server.getJson("/apps").expect(200);
    }

    @Test // P-034, P-058
    void chunkedBodiesAreReadWithinTheSameLimit() {
        String app = fresh("APP");
        byte[] body = wrapped(instance(app, "i-1")).getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder chunked =
                HttpRequest.newBuilder(server.uri("/apps/" + app)).header("Content-Type", "application/json");

        server.send(chunked.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                        .build())
                .expect(204);
        server.send(chunked.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[5 << 20])))
                        .build())
                .expect(413);
    }

    @Test
    void largeRegistrationWithinTheLimitIsStored() {
        String app = fresh("APP");
        ObjectNode large = instance(app, "i-1");
        large.putObject("metadata").put("big", "v".repeat(1 << 20));

        server.register(large).expect(204);

        assertThat(server.read(app, "i-1").at("/metadata/big").asText()).hasSize(1 << 20);
    }

    @ParameterizedTest // P-049, P-052
    @CsvSource({
        "hostName, Missing hostname",
        "ipAddr, Missing ip address",
        "dataCenterInfo, Missing dataCenterInfo",
    })
    void missingFieldIsNamed(String field, String reason) {
        String app = fresh("APP");
        ObjectNode incomplete = instance(app, "i-1");
        incomplete.remove(field);

        Reply json = server.register(incomplete, JSON).expect(400);
        Reply xml = server.register(incomplete, XML).expect(400);

        assertThat(json.text()).isEqualTo("{\"error\":\"" + reason + "\"}");
        assertThat(xml.text()).isEqualTo("<error><message>" + reason + "</message></error>");
        assertThat(xml.header("Content-Type")).isEqualTo("application/xml");
        server.getJson("/apps/" + app).expect(404);
    }

    @Test // P-051
    void applicationOfPathAndBodyMustAgree() {
        String app = fresh("ZZ");

        Reply reply =
                server.postJson("/apps/" + app, wrapped(instance("bar", "i-1"))).expect(400);

        assertThat(reply.text()).isEqualTo("{\"error\":\"Mismatched appName, expecting " + app + " but was BAR\"}");
        server.getJson("/apps/" + app).expect(404);
    }

    @ParameterizedTest // P-053, P-054
    @ValueSource(
            strings = {
                "",
                "{",
                "{}",
                "[]",
                "[1,2]",
                "5",
                "hello",
                "null",
                "{\"instance\":null}",
                "{\"instance\":[]}",
                "{\"instance\":\"x\"}",
                "<instance/>"
            })
    void bodyThatIsNoInstanceIsRefusedInTheFormatThatWasSent(String body) {
        Reply json =
                server.post("/apps/A", body, "Content-Type", "application/json").expect(400);
        assertThat(json.json().path("error").asText()).isNotEmpty().doesNotContain("Exception", "dev.buoy", "java.");
        if (!body.startsWith("<")) {
            Reply xml = server.post("/apps/A", body, "Content-Type", "application/xml")
                    .expect(400);
            assertThat(xml.xml().getDocumentElement().getTagName()).isEqualTo("error");
        }
    }

    @Test // P-057, P-059
    void documentTypesAreRefused() {
        String xml = "<!DOCTYPE instance [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><instance>&x;</instance>";

        server.post("/apps/A", xml, "Content-Type", "application/xml").expect(400);
    }

    @Test // P-060 to P-062
    void olderCopyIsPolitelyIgnored() {
        String app = server.registered("i-1");
        ObjectNode older =
                instance(app, "i-1").put("hostName", "older").put("lastDirtyTimestamp", Long.toString(DIRTY - 1));
        ObjectNode newer =
                instance(app, "i-1").put("hostName", "newer").put("lastDirtyTimestamp", Long.toString(DIRTY + 1));

        server.register(older).expect(204);
        assertThat(server.read(app, "i-1").path("hostName").asText()).isEqualTo("host-1");
        server.register(newer).expect(204);
        assertThat(server.read(app, "i-1").path("hostName").asText()).isEqualTo("newer");
    }
}
