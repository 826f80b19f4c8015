package dev.buoy.registry;

/**
 * What self-preservation makes of the registry at one moment. Renewals are per minute.
 *
 * @param enabled         whether it is switched on
 * @param leases          how many leases are held
 * @param expected        renewals that all who count owe, also the evicted that still count
 * @param threshold       expected, times the share below which evictions stop, rounded down
 * @param renewals        renewals of the last minute
 * @param notYetDue       renewals that instances listed for less than a minute have had no time for
 * @param overdue         leases that have been silent for longer than their duration
 * @param replaced        those of them in whose place another instance of the application has registered
 * @param givenUp         those of them that have been overdue for so long, or were accepted as lost, that they no longer count
 * @param evictedCounting evicted instances that still count as expected
 * @param warmingUp       whether no full minute has passed since the start
 * @param verdict         what follows
 */
public record Assessment(
        boolean enabled,
        int leases,
        double expected,
        long threshold,
        long renewals,
        double notYetDue,
        int overdue,
        int replaced,
        int givenUp,
        int evictedCounting,
        boolean warmingUp,
        Verdict verdict) {

    /** Whether leases may expire, and why. */
    public enum Verdict {
        /** Switched off: leases expire whatever is missing. */
        SWITCHED_OFF(true),
        /** Nothing is listed. */
        NOTHING_EXPECTED(false),
        /** No full minute of renewals to judge by. */
        WARMING_UP(false),
        /** Renewals are above the threshold. */
        ENOUGH_RENEWALS(true),
        /** Renewals are not above the threshold, but only one instance is missing. */
        SINGLE_LOSS(true),
        /** Too many are missing: the registry keeps what it knows. */
        PROTECTING(false);

        private final boolean expiryAllowed;

        Verdict(boolean expiryAllowed) {
            this.expiryAllowed = expiryAllowed;
        }

        public boolean expiryAllowed() {
            return expiryAllowed;
        }
    }

    /** Whether leases are being kept because too many renewals are missing. */
    public boolean active() {
        return verdict == Verdict.PROTECTING;
    }

    /** Why, in one sentence, with the figures compared. */
    public String explanation() {
        return switch (verdict) {
            case SWITCHED_OFF ->
                "Self-preservation is switched off: leases expire as soon as they are overdue, "
                        + "also when many are overdue at once.";
            case NOTHING_EXPECTED -> "No instance is registered, so nothing needs protection.";
            case WARMING_UP ->
                "The server has been up for less than a minute, so it cannot yet tell how many renewals "
                        + "are missing; until then no lease expires.";
            case ENOUGH_RENEWALS ->
                "%s came in the last minute%s, above the threshold of %d (%s expected): leases expire normally."
                        .formatted(counted(), allowance(), threshold, figure(expected));
            case SINGLE_LOSS ->
                ("%s came in the last minute%s and %s were expected: what is missing is one instance at most, "
                                + "so leases expire normally although the threshold of %d is not exceeded.")
                        .formatted(counted(), allowance(), figure(expected), threshold);
            case PROTECTING ->
                (renewals + notYetDue <= threshold ? tooFewRenewals() : tooManyOverdue())
                        + ": that many instances are unlikely to have died at once, so all are kept until renewals come back.";
        };
    }

    private String tooFewRenewals() {
        return "%s came in the last minute%s, not above the threshold of %d (%s expected)"
                .formatted(counted(), allowance(), threshold, figure(expected));
    }

    private String tooManyOverdue() {
        return "%d leases are overdue and %d were evicted lately, without which renewals (%s expected) fall to the threshold of %d"
                .formatted(overdue - givenUp, evictedCounting, figure(expected), threshold);
    }

    private String counted() {
        return renewals == 1 ? "1 renewal" : renewals + " renewals";
    }

    private String allowance() {
        return notYetDue < 0.5 ? "" : " (and " + figure(notYetDue) + " were not yet due from new instances)";
    }

    private static String figure(double renewals) {
        return renewals == Math.rint(renewals) ? Long.toString((long) renewals) : "%.1f".formatted(renewals);
    }
}
