package dev.buoy.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** A row of {@code buoy_server}: one run of a server that saves to the database, and when it last did. */
@Entity
@Table(name = "buoy_server")
public class SnapshotServer extends PanacheEntityBase {
    @Id
    UUID id;

    @Column(nullable = false)
    String registry;

    @Column(name = "saved_at", nullable = false)
    long savedAt;

    /** Notes a save of this server. */
    static void saved(UUID id, String registry, long now) {
        SnapshotServer server = findById(id);
        if (server == null) {
            server = new SnapshotServer();
            server.id = id;
            server.registry = registry;
            server.savedAt = now;
            server.persist();
        }
        server.savedAt = now;
    }

    static void forgetThoseBefore(String registry, long time) {
        delete("registry = ?1 and savedAt < ?2", registry, time);
    }

    /** Since when every server of the registry has saved. */
    static long leastRecentSave(String registry) {
        return find("select min(savedAt) from SnapshotServer where registry = ?1", registry)
                .project(Long.class)
                .firstResult();
    }
}
