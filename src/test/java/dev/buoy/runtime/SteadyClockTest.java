package dev.buoy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private final SteadyClock clock = new SteadyClock();

    @Test
    void startsAtTheTimeOfDay() {
        assertThat(clock.millis()).isCloseTo(Instant.now().toEpochMilli(), within(10_000L));
    }

    @Test
    void neverGoesBackAndSaysTheSameInBothWays() {
        long before = clock.millis();
        for (int i = 0; i < 10_000; i++) {
            long between = clock.instant().toEpochMilli();
            long after = clock.millis();
            assertThat(between).isBetween(before, after);
            before = after;
        }
    }
}
