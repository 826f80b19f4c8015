package dev.buoy.registry;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The promise to list an instance until it has been silent for too long. A registration makes a new one.
 *
 * <p>Renewals come on any thread and take no lock: the time of the last one is changed by compare-and-set, and a lease that
 * has ended refuses, so that a heartbeat is never lost to an eviction under way: either it comes first and the lease is no
 * longer overdue, or it is answered 404 and the client registers again. All else is written under the registry's lock.
 */
final class Lease {
    private static final VarHandle LAST_RENEWAL = handle();
    private static final long ENDED = Long.MIN_VALUE;
    private static final int MINUTES = 60;

    private final InstanceKey key;
    private final long registeredAt;
    private final long firstRegisteredAt;
    private final long graceUntil;
    private final long expectedMicros;
    private final boolean doubled;

    private volatile InstanceInfo instance;
    private volatile long lastRenewal;
    private volatile boolean lossAccepted;
    private volatile boolean restored;
    // A bit for each minute noted, the newest lowest; above the oldest a bit that marks where they begin.
    private volatile long heard = 1;
    private InstanceStatus reported;
    private InstanceStatus override;

    /**
     * @param instance          as it is served, with the terms of the lease
     * @param reported          the status that the client itself last gave; null when only an overridden copy is known
     * @param override          the status forced on it, or null
     * @param registeredAt      when this lease begins
     * @param firstRegisteredAt when the first of the leases began that this one continues
     * @param lastRenewal       the last sign of life
     * @param graceUntil        not overdue before; 0 for no grace
     * @param restored          whether it is known from before a restart only, until somebody gives a sign of life
     * @param expectedMicros    how many renewals a minute the client owes, in millionths: whole numbers add up without drift
     * @param doubled           whether a renewal counts from the end of the duration, as in Eureka (contract §5.9)
     */
    Lease(
            InstanceInfo instance,
            InstanceStatus reported,
            InstanceStatus override,
            long registeredAt,
            long firstRegisteredAt,
            long lastRenewal,
            long graceUntil,
            boolean restored,
            long expectedMicros,
            boolean doubled) {
        this.key = instance.key();
        this.instance = instance;
        this.reported = reported;
        this.override = override;
        this.registeredAt = registeredAt;
        this.firstRegisteredAt = firstRegisteredAt;
        this.lastRenewal = lastRenewal;
        this.graceUntil = graceUntil;
        this.restored = restored;
        this.expectedMicros = expectedMicros;
        this.doubled = doubled;
    }

    InstanceKey key() {
        return key;
    }

    InstanceInfo instance() {
        return instance;
    }

    InstanceStatus reported() {
        return reported;
    }

    InstanceStatus override() {
        return override;
    }

    long registeredAt() {
        return registeredAt;
    }

    long firstRegisteredAt() {
        return firstRegisteredAt;
    }

    long lastRenewal() {
        return lastRenewal;
    }

    /** Takes a sign of life; false when the lease has ended. */
    boolean renew(long now) {
        long to = doubled ? now + durationMillis() : now;
        long from = lastRenewal;
        while (from != ENDED && from < to) {
            if (LAST_RENEWAL.compareAndSet(this, from, to)) {
                break;
            }
            from = lastRenewal;
        }
        if (lossAccepted) {
            lossAccepted = false;
        }
        if (restored) {
            restored = false;
        }
        return from != ENDED;
    }

    /** Notes whether a sign of life came since a moment, which is a minute ago. For one thread at a time. */
    void noteMinute(long since) {
        long renewal = lastRenewal;
        long came = doubled && renewal != registeredAt ? renewal - durationMillis() : renewal;
        long minutes = heard << 1 | (came > since ? 1 : 0);
        heard = minutes >>> MINUTES > 1 ? minutes & (1L << MINUTES) - 1 | 1L << MINUTES : minutes;
    }

    /** Goes on with the minutes of the lease before. */
    void remember(Lease before) {
        heard = before.heard;
    }

    /** Of each minute noted whether a sign of life came in it, the oldest first; 60 at most. */
    List<Boolean> heardInMinutes() {
        long minutes = heard;
        List<Boolean> all = new ArrayList<>();
        for (int bit = Long.SIZE - 2 - Long.numberOfLeadingZeros(minutes); bit >= 0; bit--) {
            all.add((minutes >>> bit & 1) == 1);
        }
        return all;
    }

    /** Ends the lease unless it was renewed after the given moment; from then on it cannot be renewed. */
    boolean endUnlessRenewedSince(long seenRenewal) {
        return LAST_RENEWAL.compareAndSet(this, seenRenewal, ENDED);
    }

    /** Ends the lease whatever its renewals. */
    void end() {
        lastRenewal = ENDED;
    }

    /** How long the lease has been overdue, milliseconds; 0 or less while it holds. */
    long overdueFor(long now) {
        long renewal = lastRenewal;
        return renewal == ENDED ? 0 : now - Math.max(renewal + durationMillis(), graceUntil);
    }

    /** Whether nobody has been heard to say that the instance is there since the server started. */
    boolean restored() {
        return restored;
    }

    /** Takes the word of another server that the instance is there; no sign of life. */
    void confirm() {
        restored = false;
    }

    boolean lossAccepted() {
        return lossAccepted;
    }

    void acceptLoss() {
        lossAccepted = true;
    }

    void overriddenBy(InstanceStatus override, InstanceInfo instance) {
        this.override = override;
        this.instance = instance;
    }

    /** How many renewals a minute the client owes, in millionths. */
    long expectedMicros() {
        return expectedMicros;
    }

    /** How many renewals must have come within a time, milliseconds. Each may be late by a fifth of the interval. */
    long renewalsDueIn(long millis) {
        double intervals = millis * (double) expectedMicros / 60_000_000_000.0;
        return (long) Math.max(0, Math.floor(intervals - 0.2));
    }

    /** The instance with the lease as it is at this moment. */
    InstanceInfo present() {
        InstanceInfo now = instance;
        long renewal = lastRenewal;
        return renewal == ENDED ? now : now.withLease(now.leaseInfo().renewedAt(renewal));
    }

    private long durationMillis() {
        return instance.leaseInfo().durationMillis();
    }

    private static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(Lease.class, "lastRenewal", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
