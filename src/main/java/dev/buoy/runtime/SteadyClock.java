package dev.buoy.runtime;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The time of day at start plus the time elapsed since then. Leases measure silence: a wall clock that is set forward
 * must not end them all at once, nor one that is set back make them last.
 */
final class SteadyClock implements InstantSource {
    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }

    @Override
    public long millis() {
        return start.toEpochMilli() + (start.getNano() % 1_000_000 + System.nanoTime() - startNanos) / 1_000_000;
    }
}
