package dev.buoy.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables in the database, and whether they are those that this program knows. */
final class SnapshotSchema {
    /** Of the newest file in {@code db/migration}. */
    static final int VERSION = 1;

    /** Where Flyway notes what it has done; also in application.properties. */
    static final String HISTORY = "buoy_schema_history";

    private final Supplier<Flyway> flyway;
    private boolean migrated;

    /** @param flyway asked for only when the database answers */
    SnapshotSchema(Supplier<Flyway> flyway) {
        this.flyway = flyway;
    }

    /** Makes the tables, or brings them up to date, if this has not been done since the start. Takes two connections at most. */
    void migrate(DataSource database) throws SQLException, SnapshotException {
        if (migrated) {
            return;
        }
        try (Connection connection = database.getConnection()) {
            if (isThere(connection)) {
                refuseNewer(connection);
            }
        }
        try {
            flyway.get().migrate();
        } catch (FlywayException e) {
            throw new SnapshotException("the tables cannot be brought up to date: " + e.getMessage(), e);
        }
        migrated = true;
    }

    /** The tables were lost, as when another database has taken the place of the one that they were in. */
    void forget() {
        migrated = false;
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet there = statement.executeQuery("select to_regclass('" + HISTORY + "') is not null")) {
            there.next();
            return there.getBoolean(1);
        }
    }

    /**
     * Another server, of a later version, may have changed the tables since.
     *
     * @throws SnapshotException if so: what this program would write might be wrong
     */
    void refuseNewer(Connection connection) throws SQLException, SnapshotException {
        try (Statement statement = connection.createStatement();
                ResultSet newest = statement.executeQuery(
                        "select coalesce(max(version::int), 0) from " + HISTORY + " where success")) {
            newest.next();
            int version = newest.getInt(1);
            if (version > VERSION) {
                throw new SnapshotException(
                        "the tables have version " + version + ", made by a later program; this one knows " + VERSION
                                + " and neither reads nor writes them");
            }
        }
    }
}
