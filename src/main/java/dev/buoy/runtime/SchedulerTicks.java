package dev.buoy.runtime;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;

/** When the scheduler last did anything. */
@Singleton
final class SchedulerTicks {
    private final InstantSource clock;
    private volatile long last;

    SchedulerTicks(InstantSource clock) {
        this.clock = clock;
        this.last = clock.millis();
    }

    void tick() {
        last = clock.millis();
    }

    Duration silence() {
        return Duration.ofMillis(clock.millis() - last);
    }
}
