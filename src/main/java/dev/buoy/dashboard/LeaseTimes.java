package dev.buoy.dashboard;

import dev.buoy.model.LeaseInfo;
import java.time.Duration;
import java.time.Instant;

/**
 * How far a lease has run.
 *
 * @param registered      when it began
 * @param lastRenewal     the last sign of life
 * @param expires         when it runs out
 * @param intervalSeconds between renewals, as the client says
 * @param durationSeconds of silence that it allows
 * @param percent         of it that has passed, 0 to 100
 * @param overdue         whether it has run out
 */
public record LeaseTimes(
        Instant registered,
        Instant lastRenewal,
        Instant expires,
        long intervalSeconds,
        long durationSeconds,
        int percent,
        boolean overdue) {

    /** Where leases last twice their duration, as in Eureka, the time of a renewal lies in the future by one. */
    static LeaseTimes of(LeaseInfo lease, Instant now) {
        Duration duration = Duration.ofMillis(lease.durationMillis());
        Instant counted = Instant.ofEpochMilli(lease.lastRenewalTimestamp());
        Instant expires = counted.plus(duration);
        Instant renewed = counted.isAfter(now) ? counted.minus(duration) : counted;
        long whole = Math.max(1, Duration.between(renewed, expires).toMillis());
        long passed = Duration.between(renewed, now).toMillis();
        return new LeaseTimes(
                Instant.ofEpochMilli(lease.registrationTimestamp()),
                renewed,
                expires,
                lease.renewalIntervalInSecs(),
                lease.durationInSecs(),
                (int) Math.max(0, Math.min(100, 100 * passed / whole)),
                now.isAfter(expires));
    }
}
