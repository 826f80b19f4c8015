package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
    @Test
    void parameterIsFoundWhereverItStands() {
        assertThat(Query.first("status=UP&lastDirtyTimestamp=17", "lastDirtyTimestamp"))
                .isEqualTo("17");
        assertThat(Query.first("lastDirtyTimestamp=17&status=UP", "lastDirtyTimestamp"))
                .isEqualTo("17");
        assertThat(Query.first("a=b%26&last%44irtyTimestamp=1%37", "lastDirtyTimestamp"))
                .isEqualTo("17");
    }

    @Test
    void absentIsNotEmpty() {
        assertThat(Query.first(null, "value")).isNull();
        assertThat(Query.first("", "value")).isNull();
        assertThat(Query.first("values=1&x=value", "value")).isNull();
        assertThat(Query.first("value", "value")).isEmpty();
        assertThat(Query.first("value=", "value")).isEmpty();
    }

    @Test
    void firstOfARepeatedNameCounts() {
        assertThat(Query.first("value=A&value=B", "value")).isEqualTo("A");
        assertThat(Query.all("k=A&k=B")).isEqualTo(Map.of("k", "A"));
    }

    @Test
    void everyParameterIsAnEntryDecoded() {
        assertThat(Query.all("two%20words=a%26b&plus=a+b&e=&bare&&u=%E6%9D%B1&eq=a=b"))
                .isEqualTo(Map.of("two words", "a&b", "plus", "a b", "e", "", "bare", "", "u", "東", "eq", "a=b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "1.5", "99999999999999999999", " 1", "1 "})
    void textThatIsNoNumberIsNoTimestamp(String text) {
        assertThat(Query.timestamp(text)).isEmpty();
    }

    @Test
    void timestampsBeforeTheEpochAreOlderThanAnyAndNotTheMarkOfNone() {
        assertThat(Query.timestamp("-1")).hasValue(0);
        assertThat(Query.timestamp("1700000000042")).hasValue(1_700_000_000_042L);
    }
}
