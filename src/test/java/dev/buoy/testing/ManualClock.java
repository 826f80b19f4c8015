package dev.buoy.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
public final class ManualClock implements InstantSource {
    /** When every test begins. */
    public static final Instant START = Instant.parse("2026-01-31T08:00:00Z");

    private volatile long millis = START.toEpochMilli();

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
    }

    @Override
    public long millis() {
        return millis;
    }

    public void advance(Duration by) {
        millis += by.toMillis();
    }
}
