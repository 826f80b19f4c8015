package dev.buoy.changelog;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes of the registry in the order in which they happened.
 *
 * <p>Invariant: revisions of the kept entries rise by one without gaps. Guarded by this object's monitor, which is the
 * innermost lock: nothing else is locked, called or waited for while it is held, so no reader can slow the writer down.
 *
 * <p>Entries are kept for a time and, beyond a number, not even that long. The time is the promise that deltas are made of
 * (contract §7.1); the number only keeps a registry that goes mad from eating the memory.
 */
public final class ChangeLog {
    private final InstantSource clock;
    private final long keepMillis;
    private final int keepMost;

    // A ring: the entry of revision r is at r modulo its length. It grows by doubling up to keepMost.
    private LogEntry[] ring = new LogEntry[256];
    private long oldest = 1; // revision of the oldest kept entry; newest + 1 when there is none
    private long newest; // 0 before the first

    /**
     * @param keep     how long entries are kept at least, unless there are too many
     * @param keepMost how many are kept at most; 256 or more
     */
    public ChangeLog(InstantSource clock, Duration keep, int keepMost) {
        this.clock = clock;
        this.keepMillis = keep.toMillis();
        this.keepMost = Math.max(keepMost, ring.length);
    }

    /** Puts a change at the end. For the registry alone, which calls it in the order in which it applies changes. */
    public synchronized LogEntry append(Origin origin, Change change) {
        long now = clock.millis();
        dropOlderThan(now - keepMillis);
        if (newest - oldest + 1 == ring.length) {
            if (ring.length < keepMost) {
                grow();
            } else {
                dropOldest();
            }
        }
        LogEntry entry = new LogEntry(++newest, now, origin, change);
        ring[index(newest)] = entry;
        return entry;
    }

    /** The revision of the newest entry; 0 before the first. */
    public synchronized long revision() {
        return newest;
    }

    /** What came after a revision that the reader has seen; 0 for all from the beginning. */
    public synchronized Tail after(long revision) {
        if (revision >= newest) {
            return Tail.NOTHING;
        }
        if (revision + 1 < oldest) {
            return Tail.COMPACTED;
        }
        List<LogEntry> entries = new ArrayList<>((int) (newest - revision));
        for (long r = revision + 1; r <= newest; r++) {
            entries.add(ring[index(r)]);
        }
        return new Tail(entries, false);
    }

    /** Everything that is still kept, oldest first. */
    public synchronized List<LogEntry> kept() {
        return after(oldest - 1).entries();
    }

    private void dropOlderThan(long time) {
        while (oldest <= newest && ring[index(oldest)].at() < time) {
            dropOldest();
        }
    }

    private void dropOldest() {
        ring[index(oldest++)] = null;
    }

    private void grow() {
        LogEntry[] larger = new LogEntry[Math.min(2 * ring.length, keepMost)];
        for (long r = oldest; r <= newest; r++) {
            larger[(int) (r % larger.length)] = ring[index(r)];
        }
        ring = larger;
    }

    private int index(long revision) {
        return (int) (revision % ring.length);
    }
}
