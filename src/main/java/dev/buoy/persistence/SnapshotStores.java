package dev.buoy.persistence;

import dev.buoy.config.SnapshotConfig;
import dev.buoy.wire.EurekaCodec;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** Makes the store that is configured. */
public final class SnapshotStores {
    private SnapshotStores() {}

    /**
     * The store; empty for {@code none}.
     *
     * @param database asked for only by the store that needs one; may not be there otherwise
     * @param flyway   of the same database
     */
    public static Optional<SnapshotStore> configured(
            SnapshotConfig config, EurekaCodec codec, Supplier<DataSource> database, Supplier<Flyway> flyway) {
        return switch (config.store()) {
            case NONE -> Optional.empty();
            case FILE -> Optional.of(file(config, codec));
            case POSTGRES -> {
                Tombstones tombstones = new Tombstones(UUID.randomUUID(), config.forgetServerAfter());
                yield Optional.of(postgres(config, codec, database.get(), flyway, tombstones));
            }
        };
    }

    /**
     * The store as a program uses it that is no server: without pool and container.
     *
     * @param settings the value of a key, or null; asked for the database's address and password
     */
    public static Optional<SnapshotStore> offline(
            SnapshotConfig config, EurekaCodec codec, UnaryOperator<String> settings) {
        return switch (config.store()) {
            case NONE -> Optional.empty();
            case FILE -> Optional.of(file(config, codec));
            case POSTGRES -> {
                PGSimpleDataSource database = new PGSimpleDataSource();
                database.setUrl(settings.apply("quarkus.datasource.jdbc.url"));
                database.setUser(settings.apply("quarkus.datasource.username"));
                database.setPassword(settings.apply("quarkus.datasource.password"));
                Supplier<Flyway> flyway = () -> Flyway.configure(SnapshotStores.class.getClassLoader())
                        .dataSource(database)
                        .table(SnapshotSchema.HISTORY)
                        .baselineOnMigrate(true)
                        .baselineVersion("0")
                        .load();
                yield Optional.of(postgres(config, codec, database, flyway, (registry, now) -> {}));
            }
        };
    }

    static SnapshotStore file(SnapshotConfig config, EurekaCodec codec) {
        return new FileSnapshotStore(config.directory(), config.generations(), new LeaseDocument(codec));
    }

    static SnapshotStore postgres(
            SnapshotConfig config,
            EurekaCodec codec,
            DataSource database,
            Supplier<Flyway> flyway,
            PostgresSnapshotStore.Sweep sweep) {
        SnapshotSchema schema = new SnapshotSchema(flyway);
        return new PostgresSnapshotStore(database, schema, config.registry(), new LeaseDocument(codec), sweep);
    }
}
