package dev.buoy.peer;

import java.util.Map;

/**
 * How one peer's replication stands. Times are epoch milliseconds; 0 means never.
 *
 * @param waiting     instances of which something is still to be sent, with those in batches on their way
 * @param lagMillis   how long the oldest of them has been waiting; 0 if none
 * @param batches     batches that the peer has answered
 * @param sent        entries in them
 * @param dropped     instances whose change was given up: too old, too many, or refused
 * @param failures    attempts that failed, by how they ended
 * @param inARow      how many of them since the last success
 * @param lastSuccess when the peer last answered a batch
 * @param lastFailure when an attempt last failed
 * @param lastError   why; empty if never
 * @param outcome     of the last attempt; null before the first
 */
public record ReplicatorState(
        int waiting,
        long lagMillis,
        long batches,
        long sent,
        long dropped,
        Map<BatchOutcome, Long> failures,
        int inARow,
        long lastSuccess,
        long lastFailure,
        String lastError,
        BatchOutcome outcome) {
    /** How many attempts failed in all. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
