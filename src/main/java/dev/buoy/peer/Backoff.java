package dev.buoy.peer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The moment before which a peer that failed is not tried again. The pause doubles with each failure in a row, and half of
 * it is chance, so that many servers do not come back to one all at once.
 */
final class Backoff {
    private static final int MOST_DOUBLINGS = 20;

    private final long mostMillis;
    private final RandomGenerator random;
    private int failures;
    private long notBefore;

    Backoff(Duration most, RandomGenerator random) {
        this.mostMillis = most.toMillis();
        this.random = random;
    }

    /** @param firstMillis the pause after the first failure in a row */
    void failed(long now, long firstMillis) {
        long pause = Math.min(mostMillis, firstMillis << Math.min(failures, MOST_DOUBLINGS));
        failures++;
        notBefore = now + pause / 2 + random.nextLong(pause / 2 + 1);
    }

    void succeeded() {
        failures = 0;
        notBefore = 0;
    }

    boolean allows(long now) {
        return now >= notBefore;
    }

    /** How many attempts have failed since the last success. */
    int failures() {
        return failures;
    }
}
