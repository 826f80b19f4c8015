package dev.buoy.dashboard;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import java.time.Instant;

/**
 * An instance as a line of a list.
 *
 * @param app              application name
 * @param instanceId       names it within the application
 * @param hostName         where clients reach it
 * @param ipAddr           its address
 * @param port             its port, the secure one if only that is in use
 * @param status           the one that is served
 * @param overriddenStatus the one forced on it; UNKNOWN for none
 * @param zone             from metadata; empty if unknown
 * @param version          from metadata; empty if unknown
 * @param lastRenewal      the last sign of life
 * @param expires          when its lease runs out
 * @param statusPageUrl    as registered, or null
 */
public record InstanceSummary(
        String app,
        String instanceId,
        String hostName,
        String ipAddr,
        int port,
        InstanceStatus status,
        InstanceStatus overriddenStatus,
        String zone,
        String version,
        Instant lastRenewal,
        Instant expires,
        String statusPageUrl) {

    static InstanceSummary of(InstanceInfo instance, LeaseTimes lease) {
        boolean secureOnly = !instance.port().enabled() && instance.securePort().enabled();
        return new InstanceSummary(
                instance.app(),
                instance.instanceId(),
                instance.hostName(),
                instance.ipAddr(),
                (secureOnly ? instance.securePort() : instance.port()).number(),
                instance.status(),
                instance.overriddenStatus(),
                Labels.zone(instance).orElse(""),
                Labels.version(instance).orElse(""),
                lease.lastRenewal(),
                lease.expires(),
                instance.statusPageUrl());
    }

    /** Whether an operator's word counts for more than the client's. */
    public boolean isForced() {
        return overriddenStatus != InstanceStatus.UNKNOWN;
    }
}
