package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.buoy.model.Application;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registries of other servers are read in every dialect, and one bad instance does not cost the rest (contract §3.8, §9.8). */
class DecodeApplicationsTest {
    private static final String ONE = "{\"hostName\":\"h1\",\"app\":\"A\"}";
    private static final String TWO = "{\"hostName\":\"h2\",\"app\":\"A\"}";
    private static final String BAD = "{\"hostName\":\"h3\",\"app\":\"A\",\"port\":{\"$\":\"x\",\"y\":[{}]},\"z\":1}";

    private static DecodedApplications decode(String applications) throws MalformedPayloadException {
        return Wire.CODEC.decodeApplications(WireFormat.JSON, Wire.utf8("{\"applications\":{" + applications + "}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"application\":{\"name\":\"A\",\"instance\":" + ONE + "}",
                "\"application\":[{\"instance\":[" + ONE + "],\"name\":\"A\",\"x\":{}}],\"y\":[1]",
                "\"application\":[{\"name\":\"A\",\"instance\":[" + ONE + "," + BAD + "]}]",
                "\"application\":[{\"name\":\"A\",\"instance\":" + BAD + "},{\"name\":\"A\",\"instance\":[5,null," + ONE
                        + "]}]",
                "\"application\":[{\"name\":\"a\",\"instance\":[{\"hostName\":\"h1\"}]},null]"
            })
    void everyShapeOfListIsUnderstood(String applications) throws MalformedPayloadException {
        DecodedApplications decoded = decode(applications);

        assertThat(decoded.applications()).extracting(Application::name).containsExactly("A");
        assertThat(decoded.applications().get(0).instance("h1")).isPresent();
        assertThat(decoded.applications().get(0).size()).isOne();
        assertThat(decoded.unreadable()).isEqualTo(applications.contains("h3") ? 1 : 0);
    }

    @Test
    void versionAndHashCodeMayBeOfAnyType() throws MalformedPayloadException {
        DecodedApplications decoded =
                decode("\"versions__delta\":7,\"apps__hashcode\":\"UP_2_\",\"application\":{\"name\":"
                        + "\"A\",\"instance\":[" + TWO + "," + ONE + "]}");

        assertThat(decoded.versionsDelta()).isEqualTo(7);
        assertThat(decoded.appsHashCode()).isEqualTo("UP_2_");
        assertThat(decoded.applications().counts().appsHashCode()).isEqualTo("UP_2_");
    }

    @Test
    void registryWithoutAnythingIsEmpty() throws MalformedPayloadException {
        DecodedApplications decoded = decode("");

        assertThat(decoded.versionsDelta()).isEqualTo(-1);
        assertThat(decoded.appsHashCode()).isEmpty();
        assertThat(decoded.applications()).isEmpty();
    }

    @Test
    void badInstanceInXmlIsLeftOut() throws MalformedPayloadException {
        String xml =
                "<applications><x><y/></x><application><name>A</name><instance><app>A</app><port><z/>x</port><b><c/></b>"
                        + "</instance><instance><hostName>h1</hostName></instance></application></applications>";

        DecodedApplications decoded = Wire.CODEC.decodeApplications(WireFormat.XML, Wire.utf8(xml));

        assertThat(decoded.unreadable()).isOne();
        assertThat(decoded.applications().instance("A", "h1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"applications\":[]}",
                "{\"applications\":{\"application\":[",
                "{\"applications\":{\"application\":[{\"instance\":[{\"port\":[",
                "<applications>",
                "<applications><application><instance><port>x</port>"
            })
    void bodyThatIsNoRegistryIsRefused(String body) {
        for (WireFormat format : WireFormat.values()) {
            assertThat(catchThrowable(() -> Wire.CODEC.decodeApplications(format, Wire.utf8(body))))
                    .isInstanceOf(MalformedPayloadException.class);
        }
    }
}
