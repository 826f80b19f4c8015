package dev.buoy.wire;

import dev.buoy.model.LeaseInfo;
import java.util.Set;

/** The members of a lease while they are being read (contract §3.3). */
final class LeaseFields {
    static final Set<String> NAMES = Set.of(
            "renewalIntervalInSecs",
            "durationInSecs",
            "registrationTimestamp",
            "lastRenewalTimestamp",
            "evictionTimestamp",
            "serviceUpTimestamp");

    private long renewalInterval;
    private long duration;
    private long registration;
    private long lastRenewal;
    private long eviction;
    private long serviceUp;

    /** @param name one of {@link #NAMES} */
    void put(String name, long value) {
        switch (name) {
            case "renewalIntervalInSecs" -> renewalInterval = value;
            case "durationInSecs" -> duration = value;
            case "registrationTimestamp" -> registration = value;
            case "lastRenewalTimestamp" -> lastRenewal = value;
            case "evictionTimestamp" -> eviction = value;
            case "serviceUpTimestamp" -> serviceUp = value;
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Terms that were absent, unreadable or not positive become the defaults. */
    LeaseInfo build() {
        return new LeaseInfo(
                Numbers.toInt(renewalInterval),
                Numbers.toInt(duration),
                registration,
                lastRenewal,
                eviction,
                serviceUp);
    }
}
