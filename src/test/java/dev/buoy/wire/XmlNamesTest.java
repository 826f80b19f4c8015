package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metadata keys become element names and come back (contract §4.2, D-14). */
class XmlNamesTest {
    private static String encode(String key) {
        Utf8Sink out = new Utf8Sink();
        XmlNames.append(key, out);
        return out.toString();
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plain    | plain
            a_b      | a__b
            a$b      | a_-b
            a b      | a_.0020b
            1x       | _.0031x
            x1       | x1
            a/b      | a_.002fb
            a@b      | a_.0040b
            a&b      | a_.0026b
            a[b      | a_.005bb
            a.b      | a.b
            .b       | _.002eb
            a-b      | a-b
            -b       | _.002db
            _        | __
            $        | _-
            a_.0020b | a__.0020b
            a_-b     | a__-b
            中       | 中
            é        | é
            a:b      | a_.003ab
            <x>      | _.003cx_.003e
            😀       | _.d83d_.de00
            ` `      | _.0020
            """)
    void keyIsEncodedAndDecoded(String key, String name) {
        assertThat(encode(key)).isEqualTo(name);
        assertThat(XmlNames.decode(name)).isEqualTo(key);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "a_b, a_b",
        "_, _",
        "a_, a_",
        "_x, _x",
        "a_.00, a_.00",
        "a_.00zz, a_.00zz",
        "a_.003Ab, a:b",
        "___, __",
        "a:b, a:b"
    })
    void underscoreThatBeginsNoSequenceStandsForItself(String name, String key) {
        assertThat(XmlNames.decode(name)).isEqualTo(key);
    }

    @Test
    void everyCharacterInEveryPlaceMakesANameThatParsersTake() {
        StringBuilder document = new StringBuilder("<r>");
        for (int c = 0; c < 0x10000; c++) {
            String name = encode("" + (char) c + (char) c);
            document.append('<').append(name).append("/>\n");
            assertThat(XmlNames.decode(name)).isEqualTo("" + (char) c + (char) c);
        }

        Wire.assertWellFormedXml(document.append("</r>").toString());
    }
}
