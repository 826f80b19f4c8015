package dev.buoy.persistence;

import java.time.Duration;
import java.time.Instant;

/**
 * How the keeping of snapshots goes, at a moment.
 *
 * @param store        kind of store
 * @param state        whether it works
 * @param lastSuccess  when what the store keeps was last as the registry was; null for not since the start
 * @param entries      leases and removals that the last batch held
 * @param bytes        of its documents
 * @param duration     how long it took; null before the first
 * @param failures     attempts that failed since the start
 * @param failingSince null while it works
 * @param lastError    what the last failure was, though it may be over; null for none
 * @param restoredFrom when the snapshot was taken that this server began with; null if it began with none
 * @param restored     leases that came from it
 */
public record SnapshotStatus(
        String store,
        State state,
        Instant lastSuccess,
        int entries,
        long bytes,
        Duration duration,
        long failures,
        Instant failingSince,
        String lastError,
        Instant restoredFrom,
        int restored) {

    /** Whether snapshots are kept. */
    public enum State {
        /** No store is configured. */
        OFF,
        /** The last attempt succeeded, or there was none yet. */
        OK,
        /** The last attempt failed. The registry serves all the same. */
        DEGRADED
    }

    static SnapshotStatus initially(String store, State state) {
        return new SnapshotStatus(store, state, null, 0, 0, null, 0, null, null, null, 0);
    }

    SnapshotStatus saved(Instant at, Saved saved, Duration took) {
        return new SnapshotStatus(
                store,
                State.OK,
                at,
                saved.entries(),
                saved.bytes(),
                took,
                failures,
                null,
                lastError,
                restoredFrom,
                restored);
    }

    /** Nothing had to be saved. */
    SnapshotStatus upToDate(Instant at) {
        return new SnapshotStatus(
                store, State.OK, at, entries, bytes, duration, failures, null, lastError, restoredFrom, restored);
    }

    SnapshotStatus failed(Instant at, String error) {
        Instant since = failingSince == null ? at : failingSince;
        return new SnapshotStatus(
                store,
                State.DEGRADED,
                lastSuccess,
                entries,
                bytes,
                duration,
                failures + 1,
                since,
                error,
                restoredFrom,
                restored);
    }

    SnapshotStatus restored(Instant from, int leases) {
        return new SnapshotStatus(
                store, state, lastSuccess, entries, bytes, duration, failures, failingSince, lastError, from, leases);
    }
}
