package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.dashboard.RenewalHistory.Minute;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RenewalGraphTest {
    private static final Instant START = Instant.parse("2026-01-31T08:00:00Z");

    private static List<Minute> minutes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Minute(START.plusSeconds(60L * i), i == 0 ? 50 : 200, 170))
                .toList();
    }

    @Test
    void aYoungServerHasTenMinutesFromEdgeToEdge() {
        RenewalGraph graph = RenewalGraph.of(minutes(6));

        assertThat(graph.span()).isEqualTo(10);
        assertThat(graph.renewals()).startsWith("300.0,75.0 360.0,0.0").endsWith("600.0,0.0");
        assertThat(graph.threshold()).startsWith("300.0,15.0");
    }

    @Test
    void anHourFillsTheBox() {
        RenewalGraph graph = RenewalGraph.of(minutes(61));

        assertThat(graph.span()).isEqualTo(60);
        assertThat(graph.renewals()).startsWith("0.0,75.0").endsWith("600.0,0.0");
    }

    @Test
    void theGraphIsToldInASentenceToo() {
        assertThat(RenewalGraph.of(minutes(6)).summary())
                .isEqualTo(
                        "Renewals per minute: 200 now, against a threshold of 170; between 50 and 200 in the last 6 minutes.");
    }

    @Test
    void aServerWithoutInstancesHasAFlatLine() {
        assertThat(RenewalGraph.of(List.of(new Minute(START, 0, 0))).renewals()).isEqualTo("600.0,100.0");
    }
}
