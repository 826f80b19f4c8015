package dev.buoy.persistence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * How the keeping of snapshots goes, for operators. Members that have no value yet are left out.
 *
 * @param store          {@code none}, {@code file} or {@code postgres}
 * @param state          {@code off}, {@code ok} or {@code degraded}
 * @param lastSuccess    when what the store keeps was last as the registry was
 * @param ageSeconds     seconds since then
 * @param entries        leases and removals that the last batch held
 * @param bytes          of its documents
 * @param durationMillis how long it took
 * @param failures       attempts that failed since the start
 * @param failingSince   when the first of the present row of failures was
 * @param lastError      what the last failure was, though it may be over
 * @param restoredFrom   when the snapshot was taken that this server began with
 * @param restored       leases that came from it
 * @param unconfirmed    those of them whose clients have not been heard of since
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SnapshotReport(
        String store,
        String state,
        Instant lastSuccess,
        Long ageSeconds,
        int entries,
        long bytes,
        Long durationMillis,
        long failures,
        Instant failingSince,
        String lastError,
        Instant restoredFrom,
        int restored,
        int unconfirmed) {

    static SnapshotReport of(SnapshotStatus status, int unconfirmed, Instant now) {
        Instant success = status.lastSuccess();
        return new SnapshotReport(
                status.store(),
                status.state().name().toLowerCase(Locale.ROOT),
                success,
                success == null ? null : Duration.between(success, now).toSeconds(),
                status.entries(),
                status.bytes(),
                status.duration() == null ? null : status.duration().toMillis(),
                status.failures(),
                status.failingSince(),
                status.lastError(),
                status.restoredFrom(),
                status.restored(),
                unconfirmed);
    }
}
