package dev.buoy.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    @Test
    void plainTextStaysAsItIs() {
        assertThat(Printable.of("ORDERS/host:orders-1 ~{}\\\"")).isEqualTo("ORDERS/host:orders-1 ~{}\\\"");
    }

    // line ends of all kinds, a terminal's escape, text that runs backwards, a letter that looks like another
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\t", "\u0000", "\u001b", "\u007f", "\u0085", "\u2028", "\u202e", "\u0430"})
    void whatCouldForgeALineIsReplaced(String odd) {
        assertThat(Printable.of("a" + odd + "b")).isEqualTo("a?b");
    }

    @Test
    void longTextIsCut() {
        assertThat(Printable.of("x".repeat(100_000))).hasSize(300);
    }
}
