package dev.buoy.dashboard;

import dev.buoy.dashboard.ApplicationReport.StatusCount;
import dev.buoy.dashboard.InstanceReport.Entry;
import java.time.Instant;
import java.util.List;

/**
 * What an operator looks at first.
 *
 * @param environment        as set
 * @param dataCenter         as set
 * @param time               the server's, now
 * @param uptime             since its start: days, hours, minutes
 * @param applications       how many are listed
 * @param instances          how many are listed
 * @param statuses           how many instances of each status, those that occur
 * @param expiryAllowed      whether overdue leases are evicted
 * @param protecting         whether leases are being kept because too many renewals are missing
 * @param explanation        why, with the figures compared
 * @param banner             what Eureka's own page says in that case; empty if nothing
 * @param expectedRenewals   a minute, of all who count
 * @param threshold          renewals that must be exceeded in a minute
 * @param renewalsLastMinute renewals that came
 * @param peers              the other servers that the settings and DNS name
 * @param general            figures of the machine and the process
 * @param self               this server as an instance
 */
public record OverviewReport(
        String environment,
        String dataCenter,
        Instant time,
        String uptime,
        int applications,
        int instances,
        List<StatusCount> statuses,
        boolean expiryAllowed,
        boolean protecting,
        String explanation,
        String banner,
        double expectedRenewals,
        long threshold,
        long renewalsLastMinute,
        List<PeerLine> peers,
        List<Entry> general,
        List<Entry> self) {

    /**
     * Another server.
     *
     * @param url   without credentials
     * @param state SELF, AVAILABLE or UNAVAILABLE, by whether it answered when last asked
     */
    public record PeerLine(String url, State state) {
        /** How it stands. */
        public enum State {
            SELF,
            AVAILABLE,
            UNAVAILABLE
        }
    }
}
