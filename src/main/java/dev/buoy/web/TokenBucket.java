package dev.buoy.web;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets a burst through at once and after that so many a second. It keeps one number, the time at which it is full again,
 * rather than tokens that somebody would have to refill.
 */
final class TokenBucket {
    private static final long SECOND = 1_000_000;

    private final InstantSource clock;
    private final long interval; // between two tokens, microseconds; 0 means no limit
    private final long capacity; // the time that a full bucket takes to fill, microseconds
    private final AtomicLong fullAt = new AtomicLong(Long.MIN_VALUE);

    /**
     * @param size   the burst; no limit if not positive
     * @param rate   tokens a second; no limit if not positive
     */
    TokenBucket(int size, int rate, InstantSource clock) {
        this.clock = clock;
        this.interval = size <= 0 || rate <= 0 ? 0 : Math.max(1, SECOND / rate);
        this.capacity = interval * size;
    }

    /** Takes a token, if there is one. */
    boolean take() {
        if (interval == 0) {
            return true;
        }
        Instant instant = clock.instant();
        long now = instant.getEpochSecond() * SECOND + instant.getNano() / 1_000;
        while (true) {
            long full = fullAt.get();
            long fullAfter = Math.max(full, now) + interval;
            if (fullAfter - now > capacity) {
                return false;
            }
            if (fullAt.compareAndSet(full, fullAfter)) {
                return true;
            }
        }
    }
}
