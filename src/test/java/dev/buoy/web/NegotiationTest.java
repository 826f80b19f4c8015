package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NegotiationTest {
    private static MultiMap headers(String name, String... lines) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        for (String line : lines) {
            headers.add(name, line);
        }
        return headers;
    }

    private static WireFormat accepting(String... accept) {
        return Negotiation.format(headers("Accept", accept));
    }

    @ParameterizedTest // P-015, P-016
    @ValueSource(
            strings = {
                "application/json",
                "application/json;charset=UTF-8",
                "Application/JSON",
                "application/json, application/*+json",
                "application/json, application/*+json, */*;q=0.1",
                "application/json, */*",
                "*/json",
                "application/xml;q=0.5, application/json",
                "application/xml;q=0, */*",
                "text/html, application/json;q=0.2",
            })
    void jsonIsForThoseWhoPreferIt(String accept) {
        assertThat(accepting(accept)).isEqualTo(WireFormat.JSON);
    }

    @ParameterizedTest // P-013, P-014, P-016
    @ValueSource(
            strings = {
                "",
                "*/*",
                "application/*",
                "application/xml",
                "application/xml;q=0.3",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "text/html, image/gif, image/jpeg, */*; q=0.2",
                "application/xml, application/json;q=0.1",
                "application/json;q=0.5, application/xml",
                "application/json;q=0, */*",
                "application/xml, application/json",
            })
    void xmlIsForAllOthers(String accept) {
        assertThat(accepting(accept)).isEqualTo(WireFormat.XML);
    }

    @Test
    void whoDoesNotAskGetsXml() {
        assertThat(accepting()).isEqualTo(WireFormat.XML);
    }

    @ParameterizedTest // P-017
    @ValueSource(
            strings = {
                "text/plain",
                "text/html",
                "text/json",
                "application/vnd.x+json",
                "application/json;q=0",
                "x",
                ",;"
            })
    void neitherIsForThoseWhoTakeNeither(String accept) {
        assertThat(accepting(accept)).isNull();
    }

    @Test
    void linesOfAHeaderAreOneList() {
        assertThat(accepting("text/html", "application/json")).isEqualTo(WireFormat.JSON);
    }

    @ParameterizedTest // P-019, P-021
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip | true",
                "gzip, deflate | true",
                "deflate, gzip;q=1.0, *;q=0.5 | true",
                "x-gzip | true",
                "GZIP | true",
                "* | true",
                "gzip;q=0 | false",
                "gzip; q=0.0, identity | false",
                "gzip;q=0, * | false",
                "*;q=0 | false",
                "identity | false",
                "br, deflate | false",
            })
    void gzipIsForThoseWhoTakeIt(String encodings, boolean gzip) {
        assertThat(Negotiation.gzip(headers("Accept-Encoding", encodings))).isEqualTo(gzip);
        assertThat(Negotiation.gzip(headers("Accept-Encoding"))).isFalse();
    }

    @ParameterizedTest // P-024, P-025
    @CsvSource({"compact, COMPACT", "COMPACT, COMPACT", "full, FULL", "[compact], FULL", "nonsense, FULL"})
    void compactFormIsForThoseWhoSayExactlySo(String value, WireForm form) {
        assertThat(Negotiation.form(headers("X-Eureka-Accept", value))).isEqualTo(form);
        assertThat(Negotiation.form(headers("X-Eureka-Accept"))).isEqualTo(WireForm.FULL);
    }

    @ParameterizedTest // P-032
    @CsvSource({
        "application/json, JSON",
        "application/json;charset=UTF-8, JSON",
        "application/json; charset=\"utf-8\", JSON",
        "Application/Json; charset=ISO-8859-1, JSON",
        "application/xml, XML",
        "application/xml;charset=utf-8, XML",
        "text/plain, ",
        "text/xml, ",
        "application/json;charset=UTF-16, ",
        "application/x-www-form-urlencoded, ",
        ";, ",
    })
    void bodiesAreReadByTheirMediaType(String type, WireFormat format) {
        assertThat(Negotiation.contentFormat(headers("Content-Type", type))).isEqualTo(format);
        assertThat(Negotiation.contentFormat(headers("Content-Type"))).isNull();
    }
}
