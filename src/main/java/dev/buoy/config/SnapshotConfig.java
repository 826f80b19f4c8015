package dev.buoy.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.nio.file.Path;
import java.time.Duration;

/** {@code buoy.snapshot.*}: the copy of the registry that survives when every server has been down. */
@ConfigMapping(prefix = "buoy.snapshot")
public interface SnapshotConfig {
    /** Where snapshots are kept. */
    @WithDefault("none")
    Store store();

    /** Pause between two looks for changes to save. Also the first pause after a failure, doubled with each up to a minute. */
    @WithDefault("10s")
    Duration interval();

    /** Pause between two savings of the times of renewal. */
    @WithDefault("60s")
    Duration renewalInterval();

    /** Names this registry in a store that several share. Servers of one registry give the same name. */
    @WithDefault("default")
    @NotBlank
    String registry();

    /** Store {@code file}: the directory, made if missing. One server's own: two must not share it. */
    @WithDefault("snapshots")
    Path directory();

    /** Store {@code file}: how many snapshots are kept. */
    @WithDefault("3")
    @Min(1)
    int generations();

    /**
     * Store {@code postgres}: for how long a server that has stopped saving may still hold old copies. Until then what was
     * removed from the registry stays in the database as a tombstone.
     */
    @WithDefault("24h")
    Duration forgetServerAfter();

    /** The kinds of store. */
    enum Store {
        /** No snapshots. */
        NONE,
        /** Files in a directory of this server. */
        FILE,
        /** A PostgreSQL database, which servers of one registry may share. */
        POSTGRES
    }
}
