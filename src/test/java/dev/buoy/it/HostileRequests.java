package dev.buoy.it;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

/**
 * Requests that a client should not send: right ones with something wrong in their body, path, query or headers. The same
 * seed makes the same requests.
 */
final class HostileRequests {
    private static final String JSON = EurekaHttp.instance("FUZZ", "fuzz-1", "UP");
    private static final String XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <instance><instanceId>fuzz-1</instanceId><hostName>host-1</hostName><app>FUZZ</app><ipAddr>192.0.2.1</ipAddr>
            <status>UP</status><overriddenstatus>UNKNOWN</overriddenstatus><port enabled="true">8080</port>
            <securePort enabled="false">443</securePort><countryId>1</countryId>
            <dataCenterInfo class="com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo"><name>MyOwn</name></dataCenterInfo>
            <leaseInfo><renewalIntervalInSecs>30</renewalIntervalInSecs><durationInSecs>90</durationInSecs></leaseInfo>
            <metadata><zone>z1</zone><a__b>1</a__b></metadata><vipAddress>fuzz</vipAddress></instance>""";
    private static final String BATCH = """
            {"replicationList": [{"appName": "FUZZ", "id": "fuzz-1", "lastDirtyTimestamp": 1700000000000, "action": "Register",
            "instanceInfo": %s}, {"appName": "FUZZ", "id": "fuzz-1", "lastDirtyTimestamp": 1, "status": "UP",
            "overriddenStatus": "UNKNOWN", "action": "Heartbeat"}, {"appName": "FUZZ", "id": "fuzz-2", "action": "Cancel"}]}""".formatted(JSON.substring(JSON.indexOf(':') + 1, JSON.lastIndexOf('}')));

    /** Put in the place of a token, or anywhere. */
    private static final List<String> PIECES = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "[",
            "]",
            "{",
            "}",
            "\"",
            ",",
            ":",
            "-1",
            "0",
            "1e999",
            "-0.0",
            "99999999999999999999999",
            "2147483648",
            "9223372036854775808",
            "NaN",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\uffff\"",
            "\"up\"",
            "\"UP \"",
            "\"Amazon\"",
            "{\"a\":{\"b\":[1,{}]}}",
            "[\"x\"]",
            "\"@class\":\"java.lang.Runtime\",",
            "\"delta\"",
            "\u0001",
            "\"name\":\"Amazon\",\"metadata\":null",
            "\"instance\":[]",
            "<",
            ">",
            "</instance>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "&lt;",
            "&#0;",
            "&#x1;",
            "&xxe;",
            "&",
            "<!DOCTYPE instance [<!ENTITY xxe SYSTEM \"file:///etc/passwd\">]>",
            "<metadata><1/></metadata>",
            "<metadata class=\"java.lang.ProcessBuilder\"/>",
            "<port enabled=\"\">x</port>",
            "<dataCenterInfo class=\"com.netflix.appinfo.AmazonInfo\"><name>Amazon</name></dataCenterInfo>",
            "<application><name>X</name></application>",
            "xmlns:a=\"b\"",
            "\r\n\r\n",
            "\ufeff",
            "\u2028",
            "%s%n",
            "${jndi:ldap://x}");

    private static final List<String> SEGMENTS = List.of(
            "apps",
            "apps/",
            "apps/delta",
            "apps/DELTA",
            "apps/FUZZ",
            "apps/FUZZ/fuzz-1",
            "apps/FUZZ/fuzz-1/status",
            "apps/FUZZ/fuzz-1/metadata",
            "instances/fuzz-1",
            "vips/fuzz",
            "svips/fuzz",
            "peerreplication/batch",
            "asg/x/status",
            "status",
            "serverinfo/statusoverrides",
            "",
            "v2/apps",
            "v2/apps/FUZZ",
            "v2",
            "apps/FUZZ/fuzz-1/x",
            "lastn");
    private static final List<String> PATH_PIECES = List.of(
            "/",
            "//",
            "/./",
            "/../",
            "%2F",
            "%2f..%2f",
            "%00",
            "%",
            "%zz",
            "%e9",
            "%c0%ae",
            "%f0%9f%98%80",
            ";a=b",
            "%0d%0aX:1",
            "[::1]",
            "{x}",
            "|",
            "^",
            "`",
            "\\",
            "\"",
            "<script>",
            "+",
            "@",
            ":",
            "'",
            "~",
            "*",
            "a".repeat(3000),
            "%25",
            "%20",
            "é");
    private static final List<String> QUERIES = List.of(
            "status=UP",
            "value=UP",
            "value=up",
            "value=",
            "value",
            "value=OUT_OF_SERVICE",
            "lastDirtyTimestamp=",
            "lastDirtyTimestamp=x",
            "lastDirtyTimestamp=-9223372036854775809",
            "lastDirtyTimestamp=9223372036854775807",
            "overriddenstatus=FOO",
            "overriddenstatus=DOWN",
            "regions=",
            "regions=a%2Cb",
            "k=%00",
            "=x",
            "&&&",
            "k=%",
            "k=%ff%fe",
            "a=1&a=2",
            "k=\u0001",
            "<>",
            "k=" + "v".repeat(3000),
            "%00=%01",
            "status=UP&status=DOWN",
            "value=ENABLED",
            "value=%3Cscript%3E");
    private static final List<String> HEADERS = List.of(
            "Accept: application/json",
            "Accept: application/xml",
            "Accept: text/html",
            "Accept: */*",
            "Accept: ;;;",
            "Accept: json",
            "Accept: application/json;q=x",
            "Accept:",
            "Accept-Encoding: gzip",
            "Accept-Encoding: gzip;q=0",
            "Accept-Encoding: ,;=",
            "X-Eureka-Accept: compact",
            "X-Eureka-Accept: [compact]",
            "x-netflix-discovery-replication: true",
            "x-netflix-discovery-replication: TRUE",
            "Content-Type: text/plain",
            "Content-Type: application/json;charset=utf-7",
            "Content-Type: application/json;charset=",
            "Content-Type: /",
            "Content-Type: application/xml;;",
            "Content-Encoding: gzip",
            "Content-Encoding: br",
            "Content-Encoding: gzip, gzip",
            "If-None-Match: *",
            "If-None-Match: \"",
            "Authorization: Basic %%%",
            "DiscoveryIdentity-Name: \u00e9<script>",
            "Expect: 200-maybe",
            "Range: bytes=0-1",
            "Cookie: a=b; =",
            "X-Forwarded-For: \"");
    private static final List<String> METHODS = List.of("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH");

    private final RandomGenerator random;

    HostileRequests(RandomGenerator random) {
        this.random = random;
    }

    RawHttp.Request next() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> registration();
            case 4, 5 -> request("POST", "/eureka/peerreplication/batch/", "application/json", mutated(bytes(BATCH)));
            case 6 -> extreme();
            default -> anywhere();
        };
    }

    private RawHttp.Request registration() {
        boolean xml = random.nextInt(3) == 0;
        byte[] body = mutated(bytes(xml ? XML : JSON));
        return request("POST", "/eureka/apps/FUZZ", xml ? "application/xml" : "application/json", body);
    }

    /** Any method, anywhere, with any query. */
    private RawHttp.Request anywhere() {
        var target = new StringBuilder("/eureka/" + pick(SEGMENTS));
        for (int i = random.nextInt(3); i > 0; i--) {
            target.insert(random.nextInt(target.length()) + 1, pick(PATH_PIECES));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            target.append(target.indexOf("?") < 0 ? '?' : '&').append(pick(QUERIES));
        }
        byte[] body = random.nextInt(3) == 0 ? mutated(bytes(pick(List.of(JSON, XML, BATCH)))) : new byte[0];
        String type = pick(List.of("application/json", "application/xml"));
        return request(pick(METHODS), target.toString().replaceAll("[ \\u0000-\\u001f]", "%01"), type, body);
    }

    /** Large in one respect or another. */
    private RawHttp.Request extreme() {
        String target = pick(List.of("/eureka/apps/FUZZ", "/eureka/peerreplication/batch"));
        String json = "application/json";
        String xml = "application/xml";
        return switch (random.nextInt(9)) {
            case 0 -> request("POST", target, json, bytes("{\"instance\":" + "[".repeat(100_000)));
            case 1 -> request("POST", target, json, bytes("{\"a\":".repeat(50_000) + "1" + "}".repeat(50_000)));
            case 2 -> request("POST", target, xml, bytes("<instance>".repeat(50_000)));
            case 3 -> request("POST", target, json, filled(3 << 20, ' '));
            case 4 -> request("POST", target, json, bytes(JSON.replace("z1", "z".repeat(1_500_000))));
            case 5 -> request("POST", target, json, gzip(filled(64 << 20, ' ')), "Content-Encoding: gzip");
            case 6 -> request("POST", target, json, cut(gzip(bytes(JSON))), "Content-Encoding: gzip");
            case 7 -> request("POST", target, xml, bytes(entityBomb()));
            default -> request("POST", target, json, bytes(JSON.replace("\"zone\": \"z1\"", manyKeys())));
        };
    }

    private String manyKeys() {
        var keys = new StringBuilder("\"zone\": \"z1\"");
        for (int i = 0; i < 20_000; i++) {
            keys.append(",\"k").append(i).append("\": \"v\"");
        }
        return keys.toString();
    }

    private static String entityBomb() {
        var doctype = new StringBuilder("<!DOCTYPE instance [<!ENTITY e0 \"x\">");
        for (int i = 1; i < 30; i++) {
            doctype.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
        }
        return doctype + "]>" + XML.substring(XML.indexOf("<instance>")).replace("z1", "&e29;");
    }

    private RawHttp.Request request(String method, String target, String contentType, byte[] body, String... more) {
        var headers = new ArrayList<>(List.of(more));
        headers.add("Content-Type: " + contentType);
        for (int i = random.nextInt(3); i > 0; i--) {
            String header = pick(HEADERS);
            String name = header.substring(0, header.indexOf(':') + 1);
            headers.removeIf(other -> other.startsWith(name));
            headers.add(header);
        }
        return new RawHttp.Request(method, target, headers, body);
    }

    private byte[] mutated(byte[] original) {
        byte[] bytes = original;
        for (int i = random.nextInt(5); i > 0; i--) {
            bytes = mutatedOnce(bytes);
        }
        return bytes;
    }

    private byte[] mutatedOnce(byte[] bytes) {
        if (bytes.length < 2) {
            return bytes(pick(PIECES));
        }
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
        return switch (random.nextInt(7)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> spliced(bytes, from, to, new byte[0]);
            case 2 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
            case 3 -> spliced(bytes, from, from + 1, new byte[] {(byte) random.nextInt(256)});
            case 4 -> spliced(bytes, from, from, bytes(pick(PIECES)));
            default -> tokenReplaced(bytes);
        };
    }

    /** Replaces a value: what stands between two of the characters that bound one. */
    private byte[] tokenReplaced(byte[] bytes) {
        String bounds = ":,{}[]<>";
        int from = random.nextInt(bytes.length);
        while (from < bytes.length && bounds.indexOf(bytes[from]) < 0) {
            from++;
        }
        int to = from + 1;
        while (to < bytes.length && bounds.indexOf(bytes[to]) < 0) {
            to++;
        }
        return from + 1 >= bytes.length
                ? bytes
                : spliced(bytes, from + 1, Math.min(to, bytes.length), bytes(pick(PIECES)));
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
        var result = new ByteArrayOutputStream();
        result.write(bytes, 0, from);
        result.writeBytes(piece);
        result.write(bytes, to, bytes.length - to);
        return result.toByteArray();
    }

    private byte[] cut(byte[] bytes) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }

    private static byte[] filled(int length, char with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private static byte[] gzip(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
