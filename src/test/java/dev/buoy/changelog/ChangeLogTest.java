package dev.buoy.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.Instances;
import dev.buoy.testing.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChangeLogTest {
    private final ManualClock clock = new ManualClock();
    private final ChangeLog log = new ChangeLog(clock, Duration.ofMinutes(3), 1_000);

    private void append(int times) {
        for (int i = 0; i < times; i++) {
            log.append(Origin.CLIENT, new Change(ChangeKind.REGISTERED, Instances.plain("ORDERS", "orders-" + i)));
        }
    }

    @Test
    void aReaderGetsWhatFollowedItsPlaceInOrder() {
        append(600);
        Tail tail = log.after(590);
        assertThat(tail.compacted()).isFalse();
        assertThat(tail.entries())
                .extracting(LogEntry::revision)
                .containsExactly(591L, 592L, 593L, 594L, 595L, 596L, 597L, 598L, 599L, 600L);
        assertThat(log.after(600).entries()).isEmpty();
    }

    @Test
    void entriesAreKeptForTheTimePromised() {
        append(1);
        clock.advance(Duration.ofMinutes(3));
        append(1);
        assertThat(log.after(0).entries()).hasSize(2);

        clock.advance(Duration.ofMillis(1));
        append(1);
        assertThat(log.after(0).compacted()).isTrue();
        assertThat(log.after(1).entries()).hasSize(2);
    }

    @Test
    void tooManyEntriesPushOutTheOldest() {
        append(1_500);
        assertThat(log.after(499).compacted()).isTrue();
        assertThat(log.after(500).entries()).hasSize(1_000);
    }
}
