package dev.buoy.persistence;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import dev.buoy.persistence.Batch.Removal;
import dev.buoy.registry.LeaseState;
import dev.buoy.wire.MalformedPayloadException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Snapshots as rows of a PostgreSQL database, one per instance, written as they change. Servers of one registry may share a
 * database: the newer copy of an instance wins, whoever writes last.
 *
 * <p>A batch is one transaction. Writers of one registry take turns by an advisory lock, which ends with the transaction
 * or the connection; so batches that touch the same rows in different order cannot block each other.
 */
final class PostgresSnapshotStore implements SnapshotStore {
    private static final System.Logger LOG = System.getLogger(PostgresSnapshotStore.class.getName());
    private static final int ROWS_A_STATEMENT = 2_000;
    private static final String NO_SUCH_TABLE = "42P01";
    private static final long SWEEP_MILLIS = Duration.ofMinutes(1).toMillis();

    private final DataSource database;
    private final SnapshotSchema schema;
    private final String registry;
    private final JsonbDocument documents;
    private final Sweep sweep;
    private long sweptAt;

    /** Forgets tombstones that nobody needs. Called after a save, in a transaction of its own. */
    @FunctionalInterface
    interface Sweep {
        void sweep(String registry, long now);
    }

    /** @param registry name of the registry; other rows are left alone */
    PostgresSnapshotStore(
            DataSource database, SnapshotSchema schema, String registry, LeaseDocument documents, Sweep sweep) {
        this.database = database;
        this.schema = schema;
        this.registry = registry;
        this.documents = new JsonbDocument(documents);
        this.sweep = sweep;
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public boolean replaces() {
        return false;
    }

    @Override
    public Snapshot load() throws SnapshotException {
        return inTransaction(false, connection -> {
            List<LeaseState> leases = new ArrayList<>();
            long newest = 0;
            int unreadable = 0;
            try (PreparedStatement select = connection.prepareStatement("""
                    select document::text, renewed_at, revision from buoy_instance
                    where registry = ? and removed_at is null""")) {
                select.setFetchSize(ROWS_A_STATEMENT);
                select.setString(1, registry);
                ResultSet rows = select.executeQuery();
                while (rows.next()) {
                    try {
                        leases.add(renewed(documents.decode(rows.getString(1)), rows.getLong(2)));
                        newest = Math.max(newest, Math.max(rows.getLong(2), rows.getLong(3)));
                    } catch (MalformedPayloadException e) {
                        unreadable++;
                    }
                }
            }
            if (unreadable > 0) {
                LOG.log(System.Logger.Level.WARNING, "{0} rows of buoy_instance cannot be read; left out", unreadable);
            }
            return leases.isEmpty() ? Snapshot.NONE : new Snapshot(Instant.ofEpochMilli(newest), leases);
        });
    }

    @Override
    public Saved save(Batch batch) throws SnapshotException {
        Saved saved = inTransaction(true, connection -> {
            long bytes = 0;
            for (List<Removal> rows : chunks(batch.removed())) {
                bury(connection, rows);
            }
            for (List<LeaseState> rows : chunks(batch.changed())) {
                bytes += upsert(connection, rows);
            }
            for (List<Map.Entry<InstanceKey, Long>> rows :
                    chunks(List.copyOf(batch.renewed().entrySet()))) {
                renew(connection, rows);
            }
            return new Saved(batch.changed().size() + batch.removed().size(), bytes);
        });
        sweepNowAndThen(batch.takenAt().toEpochMilli());
        return saved;
    }

    private void sweepNowAndThen(long now) {
        if (now - sweptAt < SWEEP_MILLIS) {
            return;
        }
        sweptAt = now;
        try {
            sweep.sweep(registry, now);
        } catch (RuntimeException e) {
            // Costs space and nothing else. What is wrong with the database the next save will say.
            LOG.log(System.Logger.Level.DEBUG, "Tombstones were not swept", e);
        }
    }

    private long upsert(Connection connection, List<LeaseState> leases) throws SQLException {
        Columns rows = new Columns(leases.size());
        long bytes = 0;
        for (LeaseState lease : leases) {
            InstanceInfo instance = lease.instance();
            String document = documents.encode(lease);
            bytes += document.length();
            rows.add(
                    RowKey.of(instance.app()),
                    RowKey.of(instance.instanceId()),
                    instance.status().name(),
                    lease.override() == null ? null : lease.override().name(),
                    document,
                    instance.lastDirtyTimestamp(),
                    instance.leaseInfo().lastRenewalTimestamp(),
                    instance.lastUpdatedTimestamp());
        }
        try (PreparedStatement upsert = connection.prepareStatement("""
                insert into buoy_instance as kept (registry, app, instance_id, status, overridden, document,
                                                   dirty_at, renewed_at, revision)
                select ?, app, id, status, overridden, document::jsonb, dirty, renewed, revision
                from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
                     as fresh(app, id, status, overridden, document, dirty, renewed, revision)
                on conflict (registry, app, instance_id) do update set
                    status = excluded.status, overridden = excluded.overridden, document = excluded.document,
                    dirty_at = excluded.dirty_at, renewed_at = greatest(kept.renewed_at, excluded.renewed_at),
                    revision = excluded.revision, removed_at = null, expired = false
                where case when kept.removed_at is null
                    then (excluded.dirty_at, excluded.revision) >= (kept.dirty_at, kept.revision)
                    else excluded.revision >= kept.revision
                         or kept.expired and excluded.renewed_at > kept.removed_at end""")) {
            upsert.setString(1, registry);
            rows.bind(connection, upsert, 2, "text", "text", "text", "text", "text", "bigint", "bigint", "bigint");
            upsert.executeUpdate();
        }
        return bytes;
    }

    // Whoever ended it must have known the copy that is kept; and a lease that ran out here counts for nothing if
    // another
    // server has heard of the client since.
    private void bury(Connection connection, List<Removal> removals) throws SQLException {
        Columns rows = new Columns(removals.size());
        for (Removal removal : removals) {
            InstanceKey key = removal.key();
            rows.add(
                    RowKey.of(key.app()),
                    RowKey.of(key.id()),
                    removal.at(),
                    removal.dirty(),
                    removal.silentSince(),
                    removal.expired());
        }
        try (PreparedStatement update = connection.prepareStatement("""
                update buoy_instance kept
                set removed_at = gone.at, revision = gone.at, expired = gone.expired
                from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::boolean[])
                     as gone(app, id, at, dirty, silent_since, expired)
                where kept.registry = ? and kept.app = gone.app and kept.instance_id = gone.id and kept.removed_at is null
                    and kept.dirty_at <= gone.dirty and kept.revision <= gone.at and kept.renewed_at <= gone.silent_since""")) {
            rows.bind(connection, update, 1, "text", "text", "bigint", "bigint", "bigint", "boolean");
            update.setString(7, registry);
            update.executeUpdate();
        }
    }

    private void renew(Connection connection, List<Map.Entry<InstanceKey, Long>> renewals) throws SQLException {
        Columns rows = new Columns(renewals.size());
        for (Map.Entry<InstanceKey, Long> renewal : renewals) {
            InstanceKey key = renewal.getKey();
            rows.add(RowKey.of(key.app()), RowKey.of(key.id()), renewal.getValue());
        }
        try (PreparedStatement update = connection.prepareStatement("""
                update buoy_instance kept
                set renewed_at = heard.renewed,
                    removed_at = case when kept.expired and heard.renewed > kept.removed_at then null else kept.removed_at end,
                    expired = kept.expired and heard.renewed <= kept.removed_at
                from unnest(?::text[], ?::text[], ?::bigint[]) as heard(app, id, renewed)
                where kept.registry = ? and kept.app = heard.app and kept.instance_id = heard.id
                    and kept.renewed_at < heard.renewed""")) {
            rows.bind(connection, update, 1, "text", "text", "bigint");
            update.setString(4, registry);
            update.executeUpdate();
        }
    }

    private interface Work<T> {
        T in(Connection connection) throws SQLException, SnapshotException;
    }

    private <T> T inTransaction(boolean writes, Work<T> work) throws SnapshotException {
        try {
            schema.migrate(database);
        } catch (SQLException e) {
            throw new SnapshotException(reason(e), e);
        }
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                if (writes) {
                    takeTurn(connection);
                }
                schema.refuseNewer(connection);
                T result = work.in(connection);
                connection.commit();
                return result;
            } catch (SQLException | SnapshotException | RuntimeException e) {
                rollBack(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.equals(e.getSQLState())) {
                schema.forget();
            }
            throw new SnapshotException(reason(e), e);
        }
    }

    private static void rollBack(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e); // the connection is gone, and the transaction with it
        }
    }

    private void takeTurn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Another server may hang in the middle of its turn.
            statement.execute("set local lock_timeout = '20s'");
        }
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_advisory_xact_lock(hashtextextended(?, 0))")) {
            lock.setString(1, "buoy " + registry);
            lock.execute();
        }
    }

    private static LeaseState renewed(LeaseState lease, long renewedAt) {
        LeaseInfo then = lease.instance().leaseInfo();
        if (renewedAt <= then.lastRenewalTimestamp()) {
            return lease;
        }
        LeaseInfo now = then.renewedAt(renewedAt);
        return new LeaseState(lease.instance().withLease(now), lease.reported(), lease.override());
    }

    private static <T> List<List<T>> chunks(List<T> all) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += ROWS_A_STATEMENT) {
            chunks.add(all.subList(from, Math.min(all.size(), from + ROWS_A_STATEMENT)));
        }
        return chunks;
    }

    // The driver's and the pool's messages name host, database and user, and no password.
    private static String reason(SQLException e) {
        String state = e.getSQLState();
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return state == null ? message : message + " (SQL state " + state + ")";
    }
}
