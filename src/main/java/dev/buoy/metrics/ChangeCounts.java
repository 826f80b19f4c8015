package dev.buoy.metrics;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.changelog.Tail;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * How many changes there were since start, by kind and origin: read from the log, at a place of its own. Whoever asks sees what
 * the log holds at that moment. Guarded by its monitor; the log's is taken within.
 */
final class ChangeCounts {
    private static final Logger LOG = Logger.getLogger(ChangeCounts.class);

    private final ChangeLog log;
    private final long[][] counts = new long[ChangeKind.values().length][Origin.values().length];
    private long place;

    ChangeCounts(ChangeLog log) {
        this.log = log;
    }

    /** Counts what has happened since the last look. Must be called before the log drops entries. */
    synchronized void catchUp() {
        Tail tail = log.after(place);
        List<LogEntry> news = tail.compacted() ? log.kept() : tail.entries();
        if (tail.compacted()) {
            long missing = (news.isEmpty() ? log.revision() : news.get(0).revision() - 1) - place;
            LOG.warnf("%d changes are missing in the counters: the log dropped them first", missing);
        }
        for (LogEntry entry : news) {
            counts[entry.change().kind().ordinal()][entry.origin().ordinal()]++;
            place = entry.revision();
        }
    }

    synchronized long of(ChangeKind kind, Origin origin) {
        catchUp();
        return counts[kind.ordinal()][origin.ordinal()];
    }
}
