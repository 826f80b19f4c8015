package dev.buoy.dashboard;

import dev.buoy.changelog.Change;
import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import java.time.Duration;
import java.time.Instant;

/**
 * A change of the registry as it is shown.
 *
 * @param revision   its place among all changes since the start
 * @param at         when it happened
 * @param kind       what happened
 * @param origin     who caused it: a client, a peer, the snapshot, or the lease that ran out
 * @param app        application name
 * @param instanceId whose change
 * @param status     the instance's status after it, or its last one
 * @param reason     why, if the registry knows; else empty
 */
public record RecentChange(
        long revision,
        Instant at,
        ChangeKind kind,
        Origin origin,
        String app,
        String instanceId,
        InstanceStatus status,
        String reason) {

    static RecentChange of(LogEntry entry) {
        Change change = entry.change();
        return new RecentChange(
                entry.revision(),
                Instant.ofEpochMilli(entry.at()),
                change.kind(),
                entry.origin(),
                change.key().app(),
                change.key().id(),
                change.instance().status(),
                reason(entry));
    }

    private static String reason(LogEntry entry) {
        return switch (entry.change().kind()) {
            case EVICTED -> silence(entry);
            case CANCELLED -> entry.origin() == Origin.CLIENT ? "its client, or somebody for it, signed it off" : "";
            case STATUS_OVERRIDDEN -> "forced to " + entry.change().instance().overriddenStatus();
            case OVERRIDE_CLEARED -> "no longer forced";
            case REGISTERED, METADATA_CHANGED -> "";
        };
    }

    private static String silence(LogEntry entry) {
        LeaseInfo lease = entry.change().instance().leaseInfo();
        Duration silent = Duration.ofMillis(Math.max(0, entry.at() - lease.lastRenewalTimestamp()));
        return "no renewal for " + TextExtensions.words(silent) + "; its lease lasts "
                + TextExtensions.words(Duration.ofSeconds(lease.durationInSecs()));
    }
}
