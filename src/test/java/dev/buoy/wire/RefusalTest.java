package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no registration is refused, shortly and without a look inside (contract §3.6, §4.3, P-053 to P-059). */
class RefusalTest {
    private static void assertRefused(WireFormat format, String body) {
        assertRefused(format, Wire.utf8(body));
    }

    private static void assertRefused(WireFormat format, byte[] body) {
        assertThat(catchThrowable(() -> Wire.decode(format, body)))
                .isInstanceOf(MalformedPayloadException.class)
                .satisfies(fault -> {
                    assertThat(fault.getMessage()).hasSizeBetween(1, 100).doesNotContain("com.", "java", "Exception");
                    assertThat(fault.getCause()).isNull();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "5",
                "\"x\"",
                "hello",
                "[]",
                "[1,2]",
                "{",
                "{}",
                "{\"instance\":",
                "{\"instance\":null}",
                "{\"instance\":\"x\"}",
                "{\"instance\":[]}",
                "{\"instance\":{}}",
                "{\"instance\":{\"app\":\"A\"}",
                "{\"instance\":{\"app\":\"A\"},\"other\":1}",
                "{\"other\":1,\"instance\":{\"app\":\"A\"}}",
                "{\"inst\":{\"app\":\"A\"}}",
                "{\"app\":\"A\",\"hostName\":\"h\"}",
                "{\"instance\":{\"app\":\"A\",}}",
                "{\"instance\":{\"app\":'A'}}",
                "{\"instance\":{\"hostName\":\"h\"}}",
                "{\"instance\":{\"app\":null}}",
                "<instance><app>A</app></instance>"
            })
    void bodyThatIsNoInstanceInJson(String body) {
        assertRefused(WireFormat.JSON, body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"port\":[8080]",
                "\"port\":true",
                "\"port\":\"eighty\"",
                "\"port\":\"\"",
                "\"port\":8080.5",
                "\"port\":1e999",
                "\"port\":{\"$\":\"eighty\"}",
                "\"port\":{\"$\":70000}",
                "\"port\":{\"$\":-1}",
                "\"port\":{\"$\":99999999999}",
                "\"port\":{\"$\":99999999999999999999999}",
                "\"port\":{\"$\":{}}",
                "\"securePort\":{\"$\":65536}",
                "\"metadata\":\"x\"",
                "\"metadata\":[\"x\"]",
                "\"metadata\":{\"k\":{\"nested\":\"x\"}}",
                "\"metadata\":{\"k\":[\"x\"]}",
                "\"metadata\":{\"k\":[]}",
                "\"dataCenterInfo\":\"MyOwn\"",
                "\"dataCenterInfo\":[]",
                "\"dataCenterInfo\":{\"name\":\"Moon\"}",
                "\"dataCenterInfo\":{\"name\":\"myown\"}",
                "\"dataCenterInfo\":{\"@class\":\"com.netflix.appinfo.AmazonInfo\",\"name\":\"Moon\"}",
                "\"dataCenterInfo\":{\"name\":\"Amazon\",\"metadata\":[]}",
                "\"dataCenterInfo\":{\"name\":{}}",
                "\"leaseInfo\":[]",
                "\"leaseInfo\":5",
                "\"hostName\":{}",
                "\"hostName\":[]",
                "\"status\":{}",
                "\"lastDirtyTimestamp\":{}"
            })
    void memberOfTheWrongKind(String member) {
        assertRefused(WireFormat.JSON, "{\"instance\":{\"app\":\"A\",\"hostName\":\"h\"," + member + "}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "x",
                "<",
                "<instance>",
                "<instance><app>",
                "<instance><app>A</app>",
                "<instance/><instance/>",
                "<instance><app>A</app></instance>x",
                "<inst><app>A</app></inst>",
                "<applications/>",
                "<instance/>",
                "<instance><app>A</ap></instance>",
                "<instance><app>A</app><hostName>&undeclared;</hostName></instance>",
                "<instance><app>A</app><hostName>&#1;</hostName></instance>",
                "<instance><app>A</app><hostName>\u0001</hostName></instance>",
                "<instance><app>A</app><port>x</port></instance>",
                "<instance><app>A</app><port></port></instance>",
                "<instance><app>A</app><port>70000</port></instance>",
                "<instance><app>A</app><dataCenterInfo><name>Moon</name></dataCenterInfo></instance>",
                "<instance><app>A</app><dataCenterInfo><name>netflix</name></dataCenterInfo></instance>",
                "{\"instance\":{\"app\":\"A\"}}"
            })
    void bodyThatIsNoInstanceInXml(String body) {
        assertRefused(WireFormat.XML, body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE instance>",
                "<!DOCTYPE instance [<!ENTITY x \"h\">]>",
                "<!DOCTYPE instance [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>",
                "<!DOCTYPE instance SYSTEM \"http://127.0.0.1:1/x.dtd\">",
                "<!DOCTYPE instance [<!ENTITY % p SYSTEM \"file:///etc/hostname\"> %p;]>",
                "<!DOCTYPE instance [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY x \"&b;&b;&b;&b;\">]>"
            })
    void documentTypeOfAnyKind(String documentType) {
        String body = "<instance><app>A</app><hostName>h</hostName></instance>";

        assertRefused(WireFormat.XML, documentType + body);
        assertRefused(WireFormat.XML, documentType + body.replace(">h<", ">&x;<"));
    }

    static Stream<String> deep() {
        return Stream.of("metadata", "unknown", "dataCenterInfo");
    }

    @ParameterizedTest
    @MethodSource("deep")
    void nestingOfManyLevels(String member) {
        int levels = 10_000;
        assertRefused(
                WireFormat.JSON,
                "{\"instance\":{\"app\":\"A\",\"" + member + "\":" + "{\"a\":".repeat(levels) + "1"
                        + "}".repeat(levels + 2));
        assertRefused(
                WireFormat.JSON,
                "{\"instance\":{\"app\":\"A\",\"" + member + "\":" + "[".repeat(levels) + "]".repeat(levels) + "}}");
        assertRefused(
                WireFormat.XML,
                "<instance><app>A</app><" + member + ">" + "<a>".repeat(levels) + "</a>".repeat(levels) + "</" + member
                        + "></instance>");
    }

    @Test
    void bytesThatAreNoUtf8() {
        byte[] json = Wire.utf8("{\"instance\":{\"app\":\"A?\"}}");
        json[json.length - 4] = (byte) 0xE4;
        assertRefused(WireFormat.JSON, json);

        byte[] xml = Wire.utf8("<instance><app>A?</app></instance>");
        xml["<instance><app>A".length()] = (byte) 0xE4;
        assertRefused(WireFormat.XML, xml);
    }

    @Test
    void everyTruncation() {
        for (WireFormat format : WireFormat.values()) {
            byte[] whole = Wire.CODEC.encodeInstance(format, Samples.ORDERS);
            for (int length = 0; length < whole.length; length++) {
                int cut = length;
                assertThat(catchThrowable(() -> Wire.CODEC.decodeInstance(format, whole, 0, cut)))
                        .as("%s cut to %d", format, cut)
                        .isInstanceOf(MalformedPayloadException.class);
            }
        }
    }
}
