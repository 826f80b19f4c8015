package dev.buoy.dashboard;

import dev.buoy.config.Sanitizer;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import dev.buoy.registry.LeaseState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is known of an instance. Secrets in its metadata are masked.
 *
 * @param summary          what lists show of it
 * @param reported         the status that its client last gave; null if only a peer's copy is known
 * @param lease            how far its lease has run
 * @param heard            of each minute of the last hour whether it was heard, the oldest first
 * @param fields           all other fields, as name and value
 * @param metadata         its metadata; values that look like secrets are masked
 * @param metadataLeftOut  how many entries are left out, since more would make no readable page
 * @param dataCenter       kind of data centre
 * @param amazon           what Amazon says of it; empty elsewhere
 * @param lastUpdated      when the registry last changed it
 * @param changes          what happened to it, the newest first, as far as it is kept
 */
public record InstanceReport(
        InstanceSummary summary,
        InstanceStatus reported,
        LeaseTimes lease,
        List<Boolean> heard,
        List<Entry> fields,
        List<Entry> metadata,
        int metadataLeftOut,
        String dataCenter,
        List<Entry> amazon,
        Instant lastUpdated,
        List<RecentChange> changes) {
    private static final Sanitizer SECRETS = new Sanitizer(true);
    private static final int LONG = 10_300;
    private static final int MOST_CHARACTERS = 200_000;

    /** A name and a value. */
    public record Entry(String name, String value) {}

    static InstanceReport of(LeaseState state, List<Boolean> heard, List<RecentChange> changes, Instant now) {
        InstanceInfo instance = state.instance();
        LeaseTimes lease = LeaseTimes.of(instance.leaseInfo(), now);
        List<Entry> metadata = entries(instance.metadata());
        return new InstanceReport(
                InstanceSummary.of(instance, lease),
                state.reported(),
                lease,
                heard,
                fields(instance),
                metadata,
                instance.metadata().size() - metadata.size(),
                instance.dataCenterInfo().name().name(),
                entries(instance.dataCenterInfo().metadata()),
                Instant.ofEpochMilli(instance.lastUpdatedTimestamp()),
                changes);
    }

    /** In how many of the minutes it was heard. */
    public long heardIn() {
        return heard.stream().filter(each -> each).count();
    }

    private static List<Entry> fields(InstanceInfo instance) {
        List<Entry> fields = new ArrayList<>();
        add(fields, "Port", port(instance.port()));
        add(fields, "Secure port", port(instance.securePort()));
        add(fields, "VIP address", instance.vipAddress());
        add(fields, "Secure VIP address", instance.secureVipAddress());
        add(fields, "Application group", instance.appGroupName());
        add(fields, "Auto-scaling group", instance.asgName());
        add(fields, "Home page", instance.homePageUrl());
        add(fields, "Status page", instance.statusPageUrl());
        add(fields, "Health check", instance.healthCheckUrl());
        add(fields, "Secure health check", instance.secureHealthCheckUrl());
        add(fields, "SID", instance.sid());
        add(fields, "Country", Integer.toString(instance.countryId()));
        add(fields, "Coordinating server", Boolean.toString(instance.coordinatingDiscoveryServer()));
        add(fields, "Dirty timestamp", Long.toString(instance.lastDirtyTimestamp()));
        add(
                fields,
                "Last action",
                instance.actionType() == null ? null : instance.actionType().name());
        return fields;
    }

    private static void add(List<Entry> fields, String name, String value) {
        if (value != null && !value.isEmpty()) {
            fields.add(new Entry(name, SECRETS.value("", value)));
        }
    }

    private static String port(PortInfo port) {
        return port.number() + (port.enabled() ? "" : " (not in use)");
    }

    private static List<Entry> entries(Metadata metadata) {
        List<Entry> entries = new ArrayList<>();
        int[] left = {MOST_CHARACTERS};
        metadata.forEach((key, value) -> {
            left[0] -= Math.min(LONG, key.length()) + Math.min(LONG, value.length());
            if (left[0] >= 0) {
                entries.add(new Entry(key, SECRETS.value(key, value)));
            }
        });
        return entries;
    }
}
