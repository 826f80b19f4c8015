package dev.buoy.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferencesTest {
    private final Differences differences = new Differences(Duration.ofSeconds(10));

    @Test
    void equalListsDoNotDifferHoweverLongTheyStay() {
        assertThat(differences.compare(Map.of("ORDERS", 1L), Map.of("ORDERS", 1L), 0))
                .isZero();
        assertThat(differences.compare(Map.of("ORDERS", 1L), Map.of("ORDERS", 1L), 60_000))
                .isZero();
    }

    @Test
    void differenceCountsOnceBothHaveLeftItAloneForLongEnough() {
        Map<String, Long> theirs = Map.of("ORDERS", 1L, "BILLING", 5L);
        Map<String, Long> ours = Map.of("ORDERS", 2L, "STOCK", 7L);

        assertThat(differences.compare(theirs, ours, 1_000)).isZero();
        assertThat(differences.compare(theirs, ours, 10_999)).isZero();
        assertThat(differences.compare(theirs, ours, 11_000)).isEqualTo(3);
    }

    @Test
    void applicationThatIsBeingChangedDoesNotCount() {
        for (int i = 0; i < 10; i++) {
            assertThat(differences.compare(Map.of("ORDERS", (long) i), Map.of("ORDERS", i + 1L), i * 60_000L))
                    .isZero();
        }
    }

    @Test
    void differenceThatWasRepairedAndComesBackBeginsAnew() {
        differences.compare(Map.of("ORDERS", 1L), Map.of(), 0);
        differences.compare(Map.of("ORDERS", 1L), Map.of("ORDERS", 1L), 5_000);

        assertThat(differences.compare(Map.of("ORDERS", 1L), Map.of(), 12_000)).isZero();
    }
}
