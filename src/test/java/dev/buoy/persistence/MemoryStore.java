package dev.buoy.persistence;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import dev.buoy.registry.LeaseState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A store that takes what changed, as the database does, and that a test can break. */
final class MemoryStore implements SnapshotStore {
    final Map<InstanceKey, LeaseState> kept = new TreeMap<>();
    final List<Batch> batches = new ArrayList<>();
    String broken;
    private Instant savedAt;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean replaces() {
        return false;
    }

    @Override
    public Snapshot load() throws SnapshotException {
        failIfBroken();
        return savedAt == null ? Snapshot.NONE : new Snapshot(savedAt, List.copyOf(kept.values()));
    }

    @Override
    public Saved save(Batch batch) throws SnapshotException {
        failIfBroken();
        batches.add(batch);
        batch.removed().forEach(removal -> kept.remove(removal.key()));
        batch.changed().forEach(lease -> kept.put(lease.instance().key(), lease));
        batch.renewed().forEach((key, time) -> kept.computeIfPresent(key, (k, lease) -> renewed(lease, time)));
        savedAt = batch.takenAt();
        return new Saved(batch.changed().size() + batch.removed().size(), 0);
    }

    private void failIfBroken() throws SnapshotException {
        if (broken != null) {
            throw new SnapshotException(broken);
        }
    }

    private static LeaseState renewed(LeaseState lease, long time) {
        InstanceInfo instance = lease.instance();
        LeaseInfo old = instance.leaseInfo();
        LeaseInfo now = old.renewedAt(time);
        return new LeaseState(instance.withLease(now), lease.reported(), lease.override());
    }
}
