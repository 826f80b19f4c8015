package dev.buoy.persistence;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.model.InstanceKey;
import dev.buoy.persistence.SnapshotStatus.State;
import dev.buoy.registry.Registry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps a store in step with the registry: reads it at start, then saves what changed, a pass at a time. A store that fails
 * is left alone for a while and gets everything it missed when it works again; the registry does not notice.
 *
 * <p>One pass at a time, guarded by {@code turn}, which is held while the store works. Nothing that serves a request takes it.
 */
public final class Snapshotter {
    private static final System.Logger LOG = System.getLogger(Snapshotter.class.getName());
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final SnapshotStore store;
    private final Registry registry;
    private final InstantSource clock;
    private final SnapshotRestore restore;
    private final BatchCollector collector;
    private final Backoff backoff;
    private final ReentrantLock turn = new ReentrantLock();
    private boolean read;
    private volatile SnapshotStatus status;

    /** What a request for a snapshot led to. */
    public enum Outcome {
        SAVED,
        FAILED,
        /** One is being taken at this moment. */
        BUSY,
        /** There is no store. */
        OFF
    }

    /** @param store where to, or null to keep none */
    public Snapshotter(
            SnapshotStore store, Registry registry, ChangeLog log, SnapshotConfig config, InstantSource clock) {
        this.store = store;
        this.registry = registry;
        this.clock = clock;
        this.restore = new SnapshotRestore(registry, clock);
        this.collector = new BatchCollector(registry, log, store == null || store.replaces(), config.renewalInterval());
        this.backoff = new Backoff(config.interval(), LONGEST_PAUSE);
        this.status = store == null
                ? SnapshotStatus.initially("none", State.OFF)
                : SnapshotStatus.initially(store.name(), State.OK);
    }

    /** Reads the store into a registry that serves nobody yet. If that fails the server starts without, and it says so. */
    public void restore() {
        if (store == null) {
            return;
        }
        turn.lock();
        try {
            if (!read) { // a start that takes long is overtaken by the first pass
                read(false);
            }
        } catch (SnapshotException | RuntimeException e) {
            failed(e);
        } finally {
            turn.unlock();
        }
    }

    /** One pass: saves what changed since the last, unless there is nothing, or the store is being left alone. */
    public void saveIfMoved() {
        if (store == null || !turn.tryLock()) {
            return;
        }
        try {
            if (!backoff.waits(clock.millis())) {
                pass(false);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Saves the whole registry now, whatever the last attempt came to. */
    public Outcome saveAll() {
        if (store == null) {
            return Outcome.OFF;
        }
        if (!turn.tryLock()) {
            return Outcome.BUSY;
        }
        try {
            return pass(true) ? Outcome.SAVED : Outcome.FAILED;
        } finally {
            turn.unlock();
        }
    }

    /** Saves what changed, for the last time: waits for a pass under way, and does not care for pauses. */
    public void saveAtShutdown() {
        if (store == null) {
            return;
        }
        turn.lock();
        try {
            pass(false);
        } finally {
            turn.unlock();
        }
    }

    /**
     * Takes the word of a peer, whose registry has just been taken over, for what ended while this server was away: restored
     * leases that it does not list are dropped. But not if they are too many; then it is the peer that knows too little,
     * since it may have lost its memory in the same outage, and the leases stay for their time of grace.
     *
     * @param share of the restored leases that the peer must know to be believed, as the threshold of self-preservation
     */
    public void peerAnswered(double share) {
        List<InstanceKey> unconfirmed = registry.unconfirmed();
        int restored = status.restored();
        if (unconfirmed.isEmpty() || restored - unconfirmed.size() < share * restored) {
            return;
        }
        for (InstanceKey key : unconfirmed) {
            registry.cancel(Origin.PEER, key.app(), key.id());
        }
        LOG.log(
                System.Logger.Level.INFO,
                "Dropped {0} of {1} restored leases: a peer that knows the others does not list them",
                unconfirmed.size(),
                restored);
    }

    public SnapshotStatus status() {
        return status;
    }

    private boolean pass(boolean everything) {
        try {
            if (!read) {
                read(true);
            }
            save(everything);
            return true;
        } catch (SnapshotException | RuntimeException e) {
            failed(e);
            return false;
        }
    }

    private void read(boolean serving) throws SnapshotException {
        SnapshotRestore.Restored restored = restore.restore(store, serving);
        read = true;
        collector.keeps(restored.kept(), clock.millis(), serving);
        if (restored.snapshot() != Snapshot.NONE) {
            status = status.restored(restored.snapshot().takenAt(), restored.taken());
            LOG.log(
                    System.Logger.Level.INFO,
                    "Restored {0} leases of {1} from the {2} snapshot of {3}",
                    restored.taken(),
                    restored.kept().size(),
                    store.name(),
                    restored.snapshot().takenAt());
        }
    }

    private void save(boolean everything) throws SnapshotException {
        Instant began = clock.instant();
        BatchCollector.Pending pending = collector.collect(began, everything);
        boolean worked = status.failingSince() == null;
        if (pending.batch().isEmpty()) {
            collector.saved(pending);
            status = status.upToDate(began);
            return;
        }
        Saved saved = store.save(pending.batch());
        collector.saved(pending);
        backoff.succeeded();
        if (!worked) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Snapshots to the {0} store work again after {1}; {2} entries saved",
                    store.name(),
                    Duration.between(status.failingSince(), began),
                    saved.entries());
        }
        status = status.saved(began, saved, Duration.between(began, clock.instant()));
    }

    private void failed(Exception e) {
        Instant now = clock.instant();
        backoff.failed(now.toEpochMilli());
        collector.doubt(); // the database that answers next may be a standby that lacks the last transactions, or an
        // empty one
        String error = oneLine(e);
        if (status.failingSince() == null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "No snapshots to the {0} store: {1}. The registry serves without; next attempt in {2}",
                    store.name(),
                    error,
                    backoff.pause());
        }
        status = status.failed(now, error);
    }

    private static String oneLine(Exception e) {
        String message = e instanceof SnapshotException ? e.getMessage() : e.toString();
        String line = message.replaceAll("\\s*[\\r\\n]+\\s*", " ");
        return line.length() <= 300 ? line : line.substring(0, 300) + "…";
    }
}
