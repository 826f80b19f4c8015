package dev.buoy.runtime;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.persistence.SnapshotStores;
import dev.buoy.persistence.Snapshotter;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import org.flywaydb.core.Flyway;

/** Makes what keeps snapshots. */
final class SnapshotWiring {
    private SnapshotWiring() {}

    /** The database is asleep unless its store is chosen, and then must not be touched. */
    @Produces
    @Singleton
    static Snapshotter snapshotter(
            SnapshotConfig config,
            EurekaCodec codec,
            Instance<AgroalDataSource> database,
            Instance<Flyway> flyway,
            Registry registry,
            ChangeLog log,
            InstantSource clock) {
        return new Snapshotter(
                SnapshotStores.configured(config, codec, database::get, flyway::get)
                        .orElse(null),
                registry,
                log,
                config,
                clock);
    }
}
