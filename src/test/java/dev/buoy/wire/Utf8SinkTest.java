package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The buffer grows, counts and writes digits as a string builder would. */
class Utf8SinkTest {
    @ParameterizedTest
    @ValueSource(
            longs = {0, 7, 9, 10, 99, 100, -1, -10, 1700000000000L, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void numbersAreDecimalDigits(long number) {
        Utf8Sink out = new Utf8Sink(1);
        out.append(number);

        assertThat(out).hasToString(Long.toString(number));
    }

    @Test
    void everyCharacterIsEncodedAsTheJdkDoes() {
        Utf8Sink out = new Utf8Sink(1);
        StringBuilder expected = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 13) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                out.appendCodePoint(c);
                expected.appendCodePoint(c);
            }
        }

        assertThat(out.toByteArray()).isEqualTo(expected.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void resetForgetsTheTextAndKeepsTheBuffer() {
        Utf8Sink out = new Utf8Sink(4);
        out.append(Ascii.bytes("hello"));
        byte[] buffer = out.array();
        out.reset();
        out.append('x');

        assertThat(out).hasToString("x");
        assertThat(out.length()).isOne();
        assertThat(out.array()).isSameAs(buffer);
    }
}
