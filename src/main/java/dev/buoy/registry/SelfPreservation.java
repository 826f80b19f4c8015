package dev.buoy.registry;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.SelfPreservationConfig;
import dev.buoy.registry.Assessment.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether leases may expire. When too many clients fall silent at once it is more likely that the network failed
 * than that they all died, and then the registry keeps what it knows.
 *
 * <p>All figures are counted afresh from the leases each time, so there is no counter that could drift: expected renewals
 * are the sum, over all leases, of 60 seconds divided by the lease's own interval, plus those of instances evicted a
 * short while ago ({@link Losses}). Status plays no part. A lease stops counting, and may be evicted in spite of protection,
 * when it has been overdue for longer than {@code buoy.self-preservation.give-up-after} or its loss was accepted.
 */
public final class SelfPreservation {
    private static final System.Logger LOG = System.getLogger(SelfPreservation.class.getName());
    private static final long MINUTE = 60_000;
    private static final double MICROS = 1_000_000.0;

    // Long enough that a burst of look-ups costs one count, short enough that nobody sees an old verdict.
    private static final long FRESH_MILLIS = 1_000;

    private final EurekaServerConfig server;
    private final SelfPreservationConfig config;
    private final LeaseTable leases;
    private final Losses losses;
    private final RenewalRate renewals;
    private final InstantSource clock;
    private final long startedAt;

    private record Taken(long at, Assessment assessment) {}

    private volatile Taken last;
    private volatile long activeSince; // 0 while not active

    SelfPreservation(
            EurekaServerConfig server,
            SelfPreservationConfig config,
            LeaseTable leases,
            Losses losses,
            RenewalRate renewals,
            InstantSource clock) {
        this.server = server;
        this.config = config;
        this.leases = leases;
        this.losses = losses;
        this.renewals = renewals;
        this.clock = clock;
        this.startedAt = clock.millis();
    }

    /** Counts and decides. Costs a look at every lease. Logs one line when protection begins or ends. */
    public Assessment assess() {
        long now = clock.millis();
        Assessment assessment = assess(now, new Count(now));
        last = new Taken(now, assessment);
        noteState(assessment, now);
        return assessment;
    }

    /** Forgets losses and newcomers that are too old to count, and says what the threshold is then. */
    public Assessment updateThreshold() {
        losses.forget(clock.millis());
        Assessment assessment = assess();
        LOG.log(
                System.Logger.Level.DEBUG,
                "Renewal threshold {0} of {1} expected",
                Long.toString(assessment.threshold()),
                Double.toString(assessment.expected()));
        return assessment;
    }

    /** The last decision if it is at most a second old, else a new one. */
    public Assessment recent() {
        Taken taken = last;
        return taken != null && clock.millis() - taken.at() < FRESH_MILLIS ? taken.assessment() : assess();
    }

    /** Since when protection has been active, as noticed by {@link #assess}; empty while it is not. */
    public Optional<Instant> activeSince() {
        long since = activeSince;
        return since == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(since));
    }

    /**
     * The operator's word that what is missing now is gone for good: overdue leases stop counting and may be evicted, a share
     * at a time as ever, and evicted instances stop counting. A lease that renews after all counts again.
     *
     * @param app upper-case application name to confine it to, or empty for all
     * @return how many leases and evicted instances stopped counting
     */
    public int acceptLosses(Optional<String> app) {
        long now = clock.millis();
        int[] accepted = {losses.accept(app.orElse(null))};
        leases.forEach(lease -> {
            boolean meant = app.isEmpty() || app.get().equals(lease.key().app());
            if (meant && lease.overdueFor(now) > 0 && !lease.lossAccepted()) {
                lease.acceptLoss();
                accepted[0]++;
            }
        });
        last = null;
        return accepted[0];
    }

    /** The overdue leases, the longest silent first. */
    public List<OverdueLease> overdue() {
        long now = clock.millis();
        Count count = new Count(now);
        List<OverdueLease> result = new ArrayList<>();
        for (Lease lease : count.overdue) {
            OverdueLease.State state = givenUp(lease, now)
                    ? OverdueLease.State.GIVEN_UP
                    : count.replaced.contains(lease) ? OverdueLease.State.REPLACED : OverdueLease.State.MISSING;
            result.add(new OverdueLease(lease.key(), Duration.ofMillis(lease.overdueFor(now)), state));
        }
        result.sort(Comparator.comparing(OverdueLease::overdueFor).reversed().thenComparing(OverdueLease::key));
        return result;
    }

    /** Whether this lease no longer counts, because it has been overdue for so long or was accepted as lost. */
    boolean givenUp(Lease lease, long now) {
        long limit = config.giveUpAfter().toMillis();
        return lease.lossAccepted() || limit > 0 && lease.overdueFor(now) > limit;
    }

    /** One look at every lease. */
    private final class Count {
        private final List<Lease> overdue = new ArrayList<>();
        private final List<Lease> late = new ArrayList<>(); // silent for longer than their interval, but not overdue
        private final Set<Lease> replaced;
        private long expectedMicros;
        private long notYetDueMicros;
        private long missingMicros; // owed by the overdue and by the evicted that still count
        private long largestMicros; // owed by any who is overdue, or by anybody while nobody is
        private int givenUp;

        Count(long now) {
            leases.forEach(lease -> sort(lease, now));
            List<Lease> missing = new ArrayList<>();
            for (Lease lease : overdue) {
                if (givenUp(lease, now)) {
                    givenUp++;
                } else {
                    missing.add(lease);
                }
            }
            List<Lease> silent = new ArrayList<>(missing);
            silent.addAll(late);
            replaced = losses.replaced(silent, now);

            missing.removeAll(replaced);
            late.removeAll(replaced);
            late.forEach(lease -> expect(lease, now));
            if (missing.isEmpty()) {
                largestMicros = Math.max(largestMicros, losses.largestMicros());
            } else {
                largestMicros = 0;
                missing.forEach(lease -> expect(lease, now));
                missing.forEach(lease -> missingMicros += lease.expectedMicros());
            }
            long lost = losses.expectedMicros(now);
            expectedMicros += lost;
            missingMicros += lost;
        }

        private void sort(Lease lease, long now) {
            if (lease.overdueFor(now) > 0) {
                overdue.add(lease);
            } else if (lease.renewalsDueIn(now - lease.lastRenewal()) > 0) {
                late.add(lease);
            } else {
                expect(lease, now);
            }
        }

        private void expect(Lease lease, long now) {
            long owed = lease.expectedMicros();
            expectedMicros += owed;
            largestMicros = Math.max(largestMicros, owed);
            long age = now - lease.firstRegisteredAt();
            if (age < MINUTE) {
                notYetDueMicros += Math.max(0, owed - lease.renewalsDueIn(age) * 1_000_000);
            }
        }

        // Clients renew a little less often than they say, so the share of one is left only where that of two comes
        // near. Less
        // than one whole renewal says nothing: clients with very long intervals owe no more than that.
        private boolean missesOneAtMost(double present) {
            double missing = expectedMicros / MICROS - present;
            return missing < 1 || missing <= 1.5 * largestMicros / MICROS;
        }
    }

    private Assessment assess(long now, Count count) {
        long renewed = renewals.lastMinute(now);
        long threshold = (long) Math.floor(count.expectedMicros * server.renewalPercentThreshold() / MICROS);
        boolean warmingUp = now - startedAt < MINUTE;
        Verdict verdict = verdict(count, renewed, threshold, warmingUp);
        return new Assessment(
                server.enableSelfPreservation(),
                leases.size(),
                count.expectedMicros / MICROS,
                threshold,
                renewed,
                count.notYetDueMicros / MICROS,
                count.overdue.size(),
                count.replaced.size(),
                count.givenUp,
                losses.count(),
                warmingUp,
                verdict);
    }

    private Verdict verdict(Count count, long renewed, long threshold, boolean warmingUp) {
        if (!server.enableSelfPreservation()) {
            return Verdict.SWITCHED_OFF;
        }
        if (leases.size() == 0) {
            return Verdict.NOTHING_EXPECTED;
        }
        if (warmingUp) {
            return Verdict.WARMING_UP;
        }
        // Leases much shorter than a minute run out before the window of a minute notices: who is overdue is missing
        // already.
        double notMissing = (count.expectedMicros - count.missingMicros) / MICROS;
        double present = Math.min(renewed + count.notYetDueMicros / MICROS, notMissing);
        if (threshold > 0 && present > threshold) {
            return Verdict.ENOUGH_RENEWALS;
        }
        boolean tolerated = config.tolerateSingleLoss() && count.missesOneAtMost(present);
        return tolerated ? Verdict.SINGLE_LOSS : Verdict.PROTECTING;
    }

    private synchronized void noteState(Assessment assessment, long now) {
        if (assessment.active() && activeSince == 0) {
            activeSince = now;
            LOG.log(System.Logger.Level.WARNING, "Self-preservation begins. {0}", assessment.explanation());
        } else if (!assessment.active() && activeSince != 0) {
            Duration lasted = Duration.ofMillis(now - activeSince);
            activeSince = 0;
            LOG.log(
                    System.Logger.Level.INFO,
                    "Self-preservation ends after {0} s. {1}",
                    Long.toString(lasted.toSeconds()),
                    assessment.explanation());
        }
    }
}
