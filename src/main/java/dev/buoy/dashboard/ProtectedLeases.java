package dev.buoy.dashboard;

import dev.buoy.registry.Assessment;
import dev.buoy.registry.OverdueLease;
import dev.buoy.registry.SelfPreservation;
import java.util.List;

/**
 * The leases that have run out and are still listed.
 *
 * @param protecting  whether self-preservation keeps them
 * @param explanation why or why not, with the figures compared
 * @param leases      all of them, the longest silent first
 */
record ProtectedLeases(boolean protecting, String explanation, List<OverdueLease> leases) {

    static ProtectedLeases of(SelfPreservation selfPreservation) {
        Assessment assessment = selfPreservation.recent();
        return new ProtectedLeases(assessment.active(), assessment.explanation(), selfPreservation.overdue());
    }
}
