package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceInfo;
import dev.buoy.testing.Instances;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Odd text of one instance leaves documents readable for all (D-14, P-078). */
class OddTextTest {
    private static InstanceInfo with(String key, String value) {
        return Instances.instance("A", "a")
                .metadata(Samples.entries(key, value))
                .build();
    }

    @Test
    void controlCharactersStayInJsonAndAreLeftOutOfXml() throws MalformedPayloadException {
        InstanceInfo odd = with("k", "a\u0001b\u0000c\uffff");

        assertThat(Wire.encode(WireFormat.JSON, odd)).contains("\"k\":\"a\\u0001b\\u0000c\uffff\"");
        assertThat(Wire.encode(WireFormat.XML, odd)).contains("<k>abc</k>");
        assertThat(Wire.decode(WireFormat.JSON, Wire.encode(WireFormat.JSON, odd)))
                .isEqualTo(odd);
    }

    @Test
    void emptyKeyStaysInJsonAndIsLeftOutOfXml() {
        InstanceInfo odd = with("", "value");

        assertThat(Wire.json(Wire.encode(WireFormat.JSON, odd))
                        .at("/instance/metadata/")
                        .asText())
                .isEqualTo("value");
        assertThat(Wire.encode(WireFormat.XML, odd)).doesNotContain("value");
        Wire.assertWellFormedXml(Wire.encode(WireFormat.XML, odd));
    }

    @ParameterizedTest
    @EnumSource
    void halfSurrogatesBecomeReplacementCharacters(WireFormat format) throws MalformedPayloadException {
        InstanceInfo odd = with("k", "\ud83d|\ude00|\ude00\ud83d|\ud83d\ude00|\ud83d");

        assertThat(Wire.decode(format, Wire.encode(format, odd)).metadata().get("k"))
                .contains("\ufffd|\ufffd|\ufffd\ufffd|\ud83d\ude00|\ufffd");
    }

    @Test
    void markupIsEscapedAndCarriageReturnsSurviveXml() throws MalformedPayloadException {
        InstanceInfo odd = with("k", "<b>&amp; \"q\" 'q' ]]>\r\n\t é 東京");

        assertThat(Wire.encode(WireFormat.XML, odd))
                .contains("<k>&lt;b&gt;&amp;amp; &quot;q&quot; &apos;q&apos; ]]&gt;&#xd;\n\t é 東京</k>");
        assertThat(Wire.decode(WireFormat.XML, Wire.encode(WireFormat.XML, odd)))
                .isEqualTo(odd);
    }

    @Test
    void classEntryIsNeverWrittenBesideOthersInJson() {
        InstanceInfo odd = with("@class", "x").toBuilder()
                .metadata(Samples.entries("@class", "x", "k", "v"))
                .build();

        assertThat(Wire.encode(WireFormat.JSON, odd)).contains("\"metadata\":{\"k\":\"v\"}");
        assertThat(Wire.encode(WireFormat.JSON, with("@class", "x")))
                .contains("\"metadata\":{\"@class\":\"java.util.Collections$EmptyMap\"}");
    }

    @Test
    void slashIsNotEscapedAndQuotesAre() {
        assertThat(Wire.encode(WireFormat.JSON, with("k", "/\\\"\b\f\n\r\t\u007f")))
                .contains("\"k\":\"/\\\\\\\"\\b\\f\\n\\r\\t\u007f\"");
    }

    @Test
    void keyWhoseElementNameWouldBeTooLongForParsersIsLeftOutOfXml() {
        String name = "k".repeat(1000);

        assertThat(Wire.encode(WireFormat.XML, with(name, "kept"))).contains("kept");
        Wire.assertWellFormedXml(Wire.encode(WireFormat.XML, with(name, "kept")));
        assertThat(Wire.encode(WireFormat.XML, with(name + "k", "dropped"))).doesNotContain("dropped");
        assertThat(Wire.encode(WireFormat.XML, with("@".repeat(167), "dropped")))
                .doesNotContain("dropped");
        assertThat(Wire.encode(WireFormat.JSON, with(name + "k", "kept"))).contains("kept");
    }

    @ParameterizedTest
    @EnumSource
    void longTextFullOfEscapesIsKeptWhole(WireFormat format) throws MalformedPayloadException {
        InstanceInfo odd = with("k", "&<\"\n".repeat(100_000));

        assertThat(Wire.decode(format, Wire.encode(format, odd))).isEqualTo(odd);
    }
}
