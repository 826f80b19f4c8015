package dev.buoy.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.buoy.registry.Assessment;
import dev.buoy.registry.OverdueLease;
import dev.buoy.registry.SelfPreservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What self-preservation does at this moment, for operators. Renewals are per minute.
 *
 * @param enabled            whether it is switched on
 * @param active             whether leases are being kept because too many renewals are missing
 * @param activeSince        since when, ISO 8601; left out while it is not active
 * @param expiryAllowed      whether overdue leases are evicted
 * @param verdict            the reason as one word
 * @param explanation        the reason as one sentence
 * @param leases             how many leases are held
 * @param expectedRenewals   renewals that all who count owe
 * @param threshold          renewals that must be exceeded
 * @param renewalsLastMinute renewals that came
 * @param evictedCounting    evicted instances that still count as expected
 * @param overdueLeases      how many leases are overdue
 * @param protectedLeases    how many of these are kept by self-preservation
 * @param applications       the applications that have overdue leases, by name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SelfPreservationReport(
        boolean enabled,
        boolean active,
        String activeSince,
        boolean expiryAllowed,
        String verdict,
        String explanation,
        int leases,
        double expectedRenewals,
        long threshold,
        long renewalsLastMinute,
        int evictedCounting,
        int overdueLeases,
        int protectedLeases,
        List<OverdueApplication> applications) {

    /** So many leases of an application are listed; the counts are of all. */
    private static final int MOST_LISTED = 100;

    /**
     * An application with overdue leases.
     *
     * @param name            of the application
     * @param overdueLeases   how many of its leases are overdue
     * @param protectedLeases how many of these are kept by self-preservation
     * @param overdue         the leases that are overdue, the longest silent first; 100 at most
     */
    public record OverdueApplication(String name, int overdueLeases, int protectedLeases, List<Overdue> overdue) {}

    /**
     * An overdue lease.
     *
     * @param instanceId     whose it is
     * @param overdueSeconds for how long it has been overdue
     * @param state          how it counts: MISSING, REPLACED or GIVEN_UP
     * @param isProtected    whether it is kept by self-preservation
     */
    public record Overdue(String instanceId, long overdueSeconds, OverdueLease.State state, boolean isProtected) {}

    static SelfPreservationReport of(SelfPreservation selfPreservation) {
        Assessment assessment = selfPreservation.assess();
        Map<String, List<Overdue>> byApplication = new TreeMap<>();
        for (OverdueLease lease : selfPreservation.overdue()) {
            boolean kept = assessment.active() && lease.state() != OverdueLease.State.GIVEN_UP;
            byApplication
                    .computeIfAbsent(lease.key().app(), name -> new ArrayList<>())
                    .add(new Overdue(lease.key().id(), lease.overdueFor().toSeconds(), lease.state(), kept));
        }
        List<OverdueApplication> applications = new ArrayList<>();
        byApplication.forEach((name, overdue) -> applications.add(new OverdueApplication(
                name,
                overdue.size(),
                countProtected(overdue),
                overdue.stream().limit(MOST_LISTED).toList())));
        return new SelfPreservationReport(
                assessment.enabled(),
                assessment.active(),
                selfPreservation.activeSince().map(Object::toString).orElse(null),
                assessment.verdict().expiryAllowed(),
                assessment.verdict().name(),
                assessment.explanation(),
                assessment.leases(),
                assessment.expected(),
                assessment.threshold(),
                assessment.renewals(),
                assessment.evictedCounting(),
                applications.stream()
                        .mapToInt(OverdueApplication::overdueLeases)
                        .sum(),
                applications.stream()
                        .mapToInt(OverdueApplication::protectedLeases)
                        .sum(),
                applications);
    }

    private static int countProtected(List<Overdue> leases) {
        return (int) leases.stream().filter(Overdue::isProtected).count();
    }
}
