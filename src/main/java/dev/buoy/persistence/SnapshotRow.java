package dev.buoy.persistence;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/**
 * What the bookkeeping must know of a row of {@code buoy_instance}. The rows themselves are written and read in bulk, past
 * Hibernate, by {@link PostgresSnapshotStore}.
 */
@Entity
@Table(name = "buoy_instance")
@IdClass(SnapshotRow.Key.class)
public class SnapshotRow extends PanacheEntityBase {
    @Id
    String registry;

    @Id
    String app;

    @Id
    @Column(name = "instance_id")
    String instanceId;

    @Column(name = "removed_at")
    Long removedAt;

    /** The primary key. */
    public record Key(String registry, String app, String instanceId) implements Serializable {}

    /** @return how many there were */
    static long deleteTombstonesBefore(String registry, long time) {
        return delete("registry = ?1 and removedAt < ?2", registry, time);
    }
}
