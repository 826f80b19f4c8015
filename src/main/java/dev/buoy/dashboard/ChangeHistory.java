package dev.buoy.dashboard;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Tail;
import dev.buoy.model.InstanceKey;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The last {@value #MOST} registrations, removals and other changes each: read from the change log, at a place of its own, and
 * kept for longer than the log does. Guarded by its monitor; the log's is taken within.
 */
@Singleton
public final class ChangeHistory {
    static final int MOST = 1_000;

    private final ChangeLog log;
    private final Deque<RecentChange> registrations = new ArrayDeque<>();
    private final Deque<RecentChange> removals = new ArrayDeque<>();
    private final Deque<RecentChange> others = new ArrayDeque<>();
    private long place;

    ChangeHistory(ChangeLog log) {
        this.log = log;
    }

    /** Reads what has happened since the last look. Must be called before the log drops entries. */
    public synchronized void catchUp() {
        Tail tail = log.after(place);
        for (LogEntry entry : tail.compacted() ? log.kept() : tail.entries()) {
            Deque<RecentChange> kept =
                    switch (entry.change().kind()) {
                        case REGISTERED -> registrations;
                        case CANCELLED, EVICTED -> removals;
                        case STATUS_OVERRIDDEN, OVERRIDE_CLEARED, METADATA_CHANGED -> others;
                    };
            kept.addFirst(RecentChange.of(entry));
            if (kept.size() > MOST) {
                kept.removeLast();
            }
            place = entry.revision();
        }
    }

    /** All that is kept, the newest first. */
    synchronized List<RecentChange> all() {
        catchUp();
        List<RecentChange> all = new ArrayList<>(registrations);
        all.addAll(removals);
        all.addAll(others);
        all.sort(Comparator.comparingLong(RecentChange::revision).reversed());
        return all;
    }

    /** The registrations, the newest first. */
    synchronized List<RecentChange> registrations() {
        catchUp();
        return List.copyOf(registrations);
    }

    /** The cancellations and evictions, the newest first. */
    synchronized List<RecentChange> removals() {
        catchUp();
        return List.copyOf(removals);
    }

    /** What is searched for, of one kind or, if that is null, of any; the newest first. */
    List<RecentChange> matching(Search search, ChangeKind kind) {
        return all().stream()
                .filter(change -> kind == null || change.kind() == kind)
                .filter(search::matches)
                .toList();
    }

    /** What is kept of one instance, the newest first. */
    List<RecentChange> of(InstanceKey key) {
        return all().stream()
                .filter(change ->
                        change.app().equals(key.app()) && change.instanceId().equals(key.id()))
                .toList();
    }
}
