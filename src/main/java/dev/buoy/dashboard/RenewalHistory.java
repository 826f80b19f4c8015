package dev.buoy.dashboard;

import dev.buoy.registry.Assessment;
import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** How many renewals came in each minute of the last hour, and how many were needed. */
@Singleton
public final class RenewalHistory {
    private static final int MINUTES = 60;

    private final Registry registry;
    private final InstantSource clock;
    private final Deque<Minute> minutes = new ArrayDeque<>();

    /**
     * One minute.
     *
     * @param end       when it ended
     * @param renewals  that came in it
     * @param threshold that they had to exceed
     */
    public record Minute(Instant end, long renewals, long threshold) {}

    RenewalHistory(Registry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    /** Notes the minute that ends now. */
    public synchronized void note() {
        Minute minute = now();
        long ago = minute.end().toEpochMilli() - 60_000;
        registry.noteMinute(minutes.isEmpty() ? ago : minutes.getLast().end().toEpochMilli());
        minutes.addLast(minute);
        if (minutes.size() > MINUTES) {
            minutes.removeFirst();
        }
    }

    /** The minutes noted, and the one that ends now; the oldest first. */
    synchronized List<Minute> minutes() {
        List<Minute> all = new ArrayList<>(minutes);
        all.add(now());
        return all;
    }

    private Minute now() {
        Assessment assessment = registry.selfPreservation().recent();
        return new Minute(clock.instant(), assessment.renewals(), assessment.threshold());
    }
}
