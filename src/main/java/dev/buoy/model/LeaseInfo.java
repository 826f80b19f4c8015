package dev.buoy.model;

/**
 * The lease of an instance as clients see it. Times are epoch milliseconds; 0 means not yet.
 *
 * @param renewalIntervalInSecs how often the client says that it renews, seconds, positive
 * @param durationInSecs        silence allowed after a renewal, seconds, positive
 * @param registrationTimestamp when the present lease began
 * @param lastRenewalTimestamp  the last sign of life
 * @param evictionTimestamp     when the lease ended; 0 while it holds
 * @param serviceUpTimestamp    when the instance was first UP
 */
public record LeaseInfo(
        int renewalIntervalInSecs,
        int durationInSecs,
        long registrationTimestamp,
        long lastRenewalTimestamp,
        long evictionTimestamp,
        long serviceUpTimestamp) {

    /** Seconds between renewals of a client that does not say (contract §3.2). */
    public static final int DEFAULT_RENEWAL_INTERVAL = 30;

    /** Seconds that the lease of a client lasts that does not say (contract §3.2). */
    public static final int DEFAULT_DURATION = 90;

    /** The terms of a client that states none, with no times yet. */
    public static final LeaseInfo DEFAULT = new LeaseInfo(DEFAULT_RENEWAL_INTERVAL, DEFAULT_DURATION, 0, 0, 0, 0);

    public LeaseInfo {
        renewalIntervalInSecs = renewalIntervalInSecs > 0 ? renewalIntervalInSecs : DEFAULT_RENEWAL_INTERVAL;
        durationInSecs = durationInSecs > 0 ? durationInSecs : DEFAULT_DURATION;
    }

    /** What a client asks for; values of no positive length become the defaults (contract §3.3). */
    public static LeaseInfo terms(int renewalIntervalInSecs, int durationInSecs) {
        boolean unstated = renewalIntervalInSecs <= 0 && durationInSecs <= 0;
        return unstated ? DEFAULT : new LeaseInfo(renewalIntervalInSecs, durationInSecs, 0, 0, 0, 0);
    }

    /** Whether these are the terms of a client that stated none. */
    public boolean isUnstated() {
        return this == DEFAULT;
    }

    /** The same terms with another duration, seconds. */
    public LeaseInfo lasting(int seconds) {
        return new LeaseInfo(
                renewalIntervalInSecs,
                seconds,
                registrationTimestamp,
                lastRenewalTimestamp,
                evictionTimestamp,
                serviceUpTimestamp);
    }

    /** A lease on these terms that begins at a time, which is its first sign of life too, and has not ended. */
    public LeaseInfo begunAt(long millis) {
        return new LeaseInfo(renewalIntervalInSecs, durationInSecs, millis, millis, 0, serviceUpTimestamp);
    }

    /** This lease with a last sign of life at another time. */
    public LeaseInfo renewedAt(long millis) {
        return new LeaseInfo(
                renewalIntervalInSecs,
                durationInSecs,
                registrationTimestamp,
                millis,
                evictionTimestamp,
                serviceUpTimestamp);
    }

    /** This lease with an end; 0 for a lease that holds. */
    public LeaseInfo endedAt(long millis) {
        return new LeaseInfo(
                renewalIntervalInSecs,
                durationInSecs,
                registrationTimestamp,
                lastRenewalTimestamp,
                millis,
                serviceUpTimestamp);
    }

    /** This lease of an instance that was first UP at a time; 0 for one that never was. */
    public LeaseInfo upSince(long millis) {
        return new LeaseInfo(
                renewalIntervalInSecs,
                durationInSecs,
                registrationTimestamp,
                lastRenewalTimestamp,
                evictionTimestamp,
                millis);
    }

    /** This lease by a clock that is ahead of the one that its times are of; a time that is not yet stays so. */
    public LeaseInfo byClockAhead(long millis) {
        return new LeaseInfo(
                renewalIntervalInSecs,
                durationInSecs,
                later(registrationTimestamp, millis),
                later(lastRenewalTimestamp, millis),
                later(evictionTimestamp, millis),
                later(serviceUpTimestamp, millis));
    }

    private static long later(long time, long millis) {
        return time == 0 ? 0 : time + millis;
    }

    /** The duration in milliseconds, in 64 bits (trap T-45). */
    public long durationMillis() {
        return 1000L * durationInSecs;
    }
}
