package dev.buoy.audit;

import dev.buoy.text.Printable;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/**
 * What was done by hand and what was refused, the last {@value #MOST} of each: refusals are kept apart, so that somebody who
 * knocks all day does not push out what was done. Each entry is a line in the log under {@code dev.buoy.audit} as well.
 *
 * <p>Guarded by its monitor; nothing waits or is called out to while it is held.
 */
@Singleton
public final class AuditTrail {
    static final int MOST = 1_000;

    private static final Logger LOG = Logger.getLogger("dev.buoy.audit");
    private static final Duration SAME = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final TreeMap<Long, AuditEntry> done = new TreeMap<>();
    private final TreeMap<Long, AuditEntry> refused = new TreeMap<>();
    private final Map<Act, Long> latestRefusal = new HashMap<>();
    private long last;

    AuditTrail(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Writes down an act. A client that is refused again and again is one entry with a count, and one line in the log, as long
     * as no minute passes in between.
     *
     * @param detail why, or what changed; may be empty
     */
    public void record(Act act, Outcome outcome, String detail) {
        AuditEntry entry = add(act, outcome, Act.shortened(detail));
        if (entry.times() > 1) {
            return;
        }
        Logger.Level level = outcome == Outcome.REFUSED ? Logger.Level.WARN : Logger.Level.INFO;
        LOG.logf(
                level,
                "%s %s of %s by %s from %s%s",
                outcome,
                Printable.of(act.action()),
                Printable.of(act.target()),
                Printable.of(act.who()),
                Printable.of(act.from()),
                entry.detail().isEmpty() ? "" : ": " + Printable.of(entry.detail()));
    }

    private synchronized AuditEntry add(Act act, Outcome outcome, String detail) {
        Instant now = clock.instant();
        AuditEntry before = outcome == Outcome.REFUSED ? refused.get(latestRefusal.getOrDefault(act, 0L)) : null;
        boolean repeated = before != null && before.at().plus(SAME).isAfter(now);
        AuditEntry entry = new AuditEntry(
                repeated ? before.number() : ++last,
                now,
                act.who(),
                act.from(),
                act.action(),
                act.target(),
                outcome,
                detail,
                repeated ? before.times() + 1 : 1);
        TreeMap<Long, AuditEntry> kept = outcome == Outcome.REFUSED ? refused : done;
        kept.put(entry.number(), entry);
        if (outcome == Outcome.REFUSED) {
            latestRefusal.put(act, entry.number());
        }
        if (kept.size() > MOST) {
            AuditEntry oldest = kept.pollFirstEntry().getValue();
            latestRefusal.remove(actOf(oldest), oldest.number());
        }
        return entry;
    }

    private static Act actOf(AuditEntry entry) {
        return new Act(entry.who(), entry.from(), entry.action(), entry.target());
    }

    /** The newest first. */
    public synchronized List<AuditEntry> entries() {
        List<AuditEntry> all = new ArrayList<>(done.values());
        all.addAll(refused.values());
        all.sort(Comparator.comparingLong(AuditEntry::number).reversed());
        return all;
    }
}
