package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestPathTest {
    private static List<String> segments(String raw) {
        RequestPath path = RequestPath.parse(raw, 0);
        return Stream.of(path.first(), path.second(), path.third(), path.fourth())
                .limit(path.size())
                .toList();
    }

    private static String id(String raw) {
        return RequestPath.parse("/apps/A/" + raw, 0).instanceId();
    }

    @Test
    void segmentsAreCountedAndNamed() {
        assertThat(segments("/apps/ORDERS/orders-1/status")).containsExactly("apps", "ORDERS", "orders-1", "status");
    }

    @ParameterizedTest
    @CsvSource({"/apps/A/x/", "//apps/A/x", "/apps//A///x//", "/v2/apps/A/x", "/v2//apps/A/x/", "/apps/A;v=1/x;y=2"})
    void slashesVersionAndMatrixParametersDoNotCount(String raw) {
        RequestPath path = RequestPath.parse(raw, 0);

        assertThat(path.size()).isEqualTo(3);
        assertThat(path.first() + "," + path.second() + "," + path.third()).isEqualTo("apps,A,x");
    }

    @ParameterizedTest
    @CsvSource({"/eureka, 7", "/eureka/apps, 7", "//eureka/apps, 8", "///eureka//apps, 9", "/eureka;x=1/apps, 11"})
    void baseMayHaveMoreSlashesBeforeItAndMatrixParameters(String raw, int end) {
        assertThat(RequestPath.endOfBase(raw)).isEqualTo(end);
        assertThat(RequestPath.endOfBase(raw.substring(0, end))).isEqualTo(end);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "//", "/apps", "/eurekas/apps", "/eurek", "eureka/apps", "/x/eureka/apps", "*"})
    void otherPathsAreNotBelowTheBase(String raw) {
        assertThat(RequestPath.endOfBase(raw)).isNegative();
    }

    @Test
    void onlyTheFirstVersionIsOne() {
        assertThat(RequestPath.parse("/v2/v2/apps", 0).first()).isEqualTo("v2");
        assertThat(RequestPath.parse("/V2/apps", 0).first()).isEqualTo("V2");
        assertThat(RequestPath.parse("/apps/v2", 0).second()).isEqualTo("v2");
    }

    @ParameterizedTest
    @CsvSource({
        "a:b@c, a:b@c",
        "a%3Ab, a:b",
        "two%20words, two words",
        "a+b, a+b",
        "a%2Bb, a+b",
        "http:%2F%2Fh:80%2Fsvc, http://h:80/svc",
        "a%3Bb%3Dc, a;b=c",
        "a%25b, a%b",
        "a%2525, a%25",
        "%5B::1%5D, [::1]",
        "r%C3%A4ume, räume",
        "%F0%9F%98%80, 😀",
        "a%b, a%b",
        "a%2, a%2",
        "a%zz, a%zz",
        "a.., a..",
        "%2e%2e, ..",
    })
    void idsAreDecodedOnce(String raw, String id) {
        assertThat(id(raw)).isEqualTo(id);
    }

    @Test
    void bytesThatWereNotEncodedCountAsUtf8() {
        assertThat(id("rÃ¤ume")).isEqualTo("räume");
    }

    @Test
    void applicationIsUpperCaseAndIdIsAsItStands() {
        RequestPath path = RequestPath.parse("/apps/orDers/Id-x", 0);

        assertThat(path.application()).isEqualTo("ORDERS");
        assertThat(path.instanceId()).isEqualTo("Id-x");
    }

    @Test
    void deeperSegmentsAreCounted() {
        assertThat(RequestPath.parse("/a/b/c/d/e/f", 0).size()).isEqualTo(6);
        assertThat(RequestPath.parse("", 0).size()).isZero();
        assertThat(RequestPath.parse("/", 0).size()).isZero();
    }
}
