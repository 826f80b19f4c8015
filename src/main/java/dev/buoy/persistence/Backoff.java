package dev.buoy.persistence;

import java.time.Duration;

/** Before when not to try again: a first pause after a failure, twice as long after each further one, up to a longest. */
final class Backoff {
    private final long firstMillis;
    private final long longestMillis;
    private long pause;
    private long notBefore;

    Backoff(Duration first, Duration longest) {
        this.firstMillis = first.toMillis();
        this.longestMillis = Math.max(first.toMillis(), longest.toMillis());
    }

    boolean waits(long now) {
        return now < notBefore;
    }

    void failed(long now) {
        pause = pause == 0 ? firstMillis : Math.min(2 * pause, longestMillis);
        notBefore = now + pause;
    }

    void succeeded() {
        pause = 0;
        notBefore = 0;
    }

    /** The pause that the last failure brought. */
    Duration pause() {
        return Duration.ofMillis(pause);
    }
}
