package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.PortInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents are, byte for byte, those that the reference's clients are used to. */
class GoldenPayloadsTest {
    private static final List<InstanceInfo> ORDERS = List.of(Samples.ORDERS_ADDED);

    private static String extension(WireFormat format) {
        return format == WireFormat.JSON ? ".json" : ".xml";
    }

    @ParameterizedTest
    @EnumSource
    void instanceIsWrittenAsTheReferenceDoes(WireFormat format) {
        assertThat(Wire.encode(format, Samples.ORDERS_ADDED)).isEqualTo(Samples.read("instance" + extension(format)));
    }

    @ParameterizedTest
    @EnumSource
    void instanceOnAmazonIsWrittenAsTheReferenceDoes(WireFormat format) {
        assertThat(Wire.encode(format, Samples.AMAZON)).isEqualTo(Samples.read("amazon" + extension(format)));
    }

    @ParameterizedTest
    @EnumSource
    void registryIsWrittenAsTheReferenceDoes(WireFormat format) {
        assertThat(Wire.registry(format, WireForm.FULL, "ORDERS", ORDERS))
                .isEqualTo(Samples.read("registry" + extension(format)));
    }

    @ParameterizedTest
    @EnumSource
    void compactRegistryIsWrittenAsTheReferenceDoes(WireFormat format) {
        assertThat(Wire.registry(format, WireForm.COMPACT, "ORDERS", ORDERS))
                .isEqualTo(Samples.read("registry-compact" + extension(format)));
    }

    @ParameterizedTest
    @EnumSource
    void instanceReadsBack(WireFormat format) throws MalformedPayloadException {
        assertThat(Wire.decode(format, Samples.read("instance" + extension(format))))
                .isEqualTo(Samples.ORDERS);
        assertThat(Wire.decode(format, Samples.read("amazon" + extension(format))))
                .isEqualTo(Samples.AMAZON);
    }

    @ParameterizedTest
    @EnumSource
    void registryReadsBackWithItsActions(WireFormat format) throws MalformedPayloadException {
        DecodedApplications decoded =
                Wire.CODEC.decodeApplications(format, Wire.utf8(Samples.read("registry" + extension(format))));

        assertThat(decoded.versionsDelta()).isOne();
        assertThat(decoded.appsHashCode()).isEqualTo("UP_1_");
        assertThat(decoded.applications()).hasSize(1);
        assertThat(decoded.applications().instance("ORDERS", "web-1:orders:8080"))
                .contains(Samples.ORDERS_ADDED);
    }

    @Test
    void registrationOfASpringClientIsUnderstood() throws MalformedPayloadException {
        assertThat(Wire.decode(WireFormat.JSON, Samples.read("registration-spring.json")))
                .isEqualTo(Samples.ORDERS);
    }

    @Test
    void registrationInTheOldestDialectIsUnderstood() throws MalformedPayloadException {
        assertThat(Wire.decode(WireFormat.JSON, Samples.read("registration-oldest.json")))
                .isEqualTo(new InstanceInfoBuilder()
                        .instanceId("db-3")
                        .hostName("db-3")
                        .app("STOCK")
                        .ipAddr("10.2.0.9")
                        .status(InstanceStatus.UP)
                        .port(new PortInfo(5000, true))
                        .securePort(new PortInfo(443, false))
                        .dataCenterInfo(DataCenterInfo.MY_OWN)
                        .vipAddress("stock")
                        .lastDirtyTimestamp(EurekaCodec.NO_TIMESTAMP)
                        .build());
    }

    @Test
    void emptyRegistryStillHasItsList() {
        Utf8Sink out = new Utf8Sink();
        Wire.CODEC.writeDocumentStart(WireFormat.JSON, WireForm.FULL, 1, "", true, out);
        Wire.CODEC.writeDocumentEnd(WireFormat.JSON, WireForm.FULL, 1, "", true, out);

        assertThat(out)
                .hasToString(
                        "{\"applications\":{\"versions__delta\":\"1\",\"apps__hashcode\":\"\",\"application\":[]}}");
    }

    @Test
    void emptyRegistryInXmlHasAnEmptyHashCode() {
        Utf8Sink out = new Utf8Sink();
        Wire.CODEC.writeDocumentStart(WireFormat.XML, WireForm.FULL, 1, "", true, out);
        Wire.CODEC.writeDocumentEnd(WireFormat.XML, WireForm.FULL, 1, "", true, out);

        assertThat(out.toString()).contains("<apps__hashcode></apps__hashcode>");
        Wire.assertWellFormedXml(out.toString());
    }

    @Test
    void emptyCompactRegistrySaysSo() {
        assertThat(Wire.registry(WireFormat.JSON, WireForm.COMPACT, "A", List.of()))
                .isEqualTo("{\"applications\":{\"application\":[],\"registeredApplicationsEmpty\":true,"
                        + "\"versions__delta\":\"1\",\"apps__hashcode\":\"UP_1_\"}}");
    }

    @Test
    void singleApplicationIsADocumentOfItsOwn() {
        String json =
                Wire.application(WireFormat.JSON, WireForm.FULL, "ORDERS", List.of(Samples.ORDERS, Samples.ORDERS));
        String one = Wire.encode(WireFormat.JSON, Samples.ORDERS);
        String bare = one.substring("{\"instance\":".length(), one.length() - 1);

        assertThat(json).isEqualTo("{\"application\":{\"name\":\"ORDERS\",\"instance\":[" + bare + "," + bare + "]}}");
        Wire.assertWellFormedXml(
                Wire.application(WireFormat.XML, WireForm.FULL, "ORDERS", List.of(Samples.ORDERS, Samples.ORDERS)));
    }

    @Test
    void compactFormKeepsFiveOfAmazonsEntries() {
        InstanceInfo instance = Samples.AMAZON.toBuilder()
                .dataCenterInfo(new DataCenterInfo(
                        DataCenterInfo.Name.Amazon,
                        Samples.entries(
                                "instance-id",
                                "1",
                                "ami-id",
                                "x",
                                "public-ipv4",
                                "2",
                                "public-hostname",
                                "3",
                                "local-ipv4",
                                "4",
                                "mac",
                                "x",
                                "availability-zone",
                                "5")))
                .build();

        assertThat(Wire.registry(WireFormat.JSON, WireForm.COMPACT, "STOCK", List.of(instance)))
                .contains("\"metadata\":{\"instance-id\":\"1\",\"public-ipv4\":\"2\",\"public-hostname\":\"3\","
                        + "\"local-ipv4\":\"4\",\"availability-zone\":\"5\"}");
    }
}
