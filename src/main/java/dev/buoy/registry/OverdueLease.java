package dev.buoy.registry;

import dev.buoy.model.InstanceKey;
import java.time.Duration;

/**
 * A lease that has been silent for longer than its duration and is still listed.
 *
 * @param key        whose lease
 * @param overdueFor for how long it has been overdue
 * @param state      how self-preservation counts it
 */
public record OverdueLease(InstanceKey key, Duration overdueFor, State state) {
    /** How an overdue lease counts. */
    public enum State {
        /** It is expected to renew, and its renewals are missing. */
        MISSING,
        /** Another instance of its application has registered in its place; it no longer counts. */
        REPLACED,
        /** Overdue for so long, or accepted as lost, that it no longer counts and is evicted in spite of protection. */
        GIVEN_UP
    }
}
