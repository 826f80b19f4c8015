package dev.buoy.persistence;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.time.Duration;
import java.util.UUID;

/**
 * The rows of removed instances, kept until no server can hold a copy from before the removal: until every server that
 * saves to the registry has done so since, and a little longer, for clocks that differ.
 */
final class Tombstones implements PostgresSnapshotStore.Sweep {
    private static final long MARGIN_MILLIS = Duration.ofMinutes(5).toMillis();

    private final UUID server;
    private final long forgetMillis;

    /**
     * @param server      names this run of this server
     * @param forgetAfter how long after its last save a server stops counting
     */
    Tombstones(UUID server, Duration forgetAfter) {
        this.server = server;
        this.forgetMillis = forgetAfter.toMillis();
    }

    @Override
    public void sweep(String registry, long now) {
        QuarkusTransaction.requiringNew().run(() -> {
            SnapshotServer.saved(server, registry, now);
            SnapshotServer.forgetThoseBefore(registry, now - forgetMillis);
            SnapshotRow.deleteTombstonesBefore(registry, SnapshotServer.leastRecentSave(registry) - MARGIN_MILLIS);
        });
    }
}
