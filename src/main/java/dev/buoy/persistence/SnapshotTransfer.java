package dev.buoy.persistence;

import dev.buoy.wire.EurekaCodec;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Moves a registry between a store and a file of its own, in the format of the file store. */
public final class SnapshotTransfer {
    private final SnapshotStore store;
    private final SnapshotFile format;

    public SnapshotTransfer(SnapshotStore store, EurekaCodec codec) {
        this.store = store;
        this.format = new SnapshotFile(new LeaseDocument(codec));
    }

    /**
     * Writes what the store holds to a file, which is replaced if it is there.
     *
     * @return how many leases
     */
    public int exportTo(Path file) throws SnapshotException {
        Snapshot snapshot = store.load();
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (FileOutputStream out = new FileOutputStream(unfinished.toFile())) {
                format.write(out, snapshot.takenAt(), snapshot.leases());
                out.getFD().sync();
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SnapshotException("cannot write " + file + ": " + e.getMessage(), e);
        }
        return snapshot.leases().size();
    }

    /**
     * Saves what a file holds to the store, where newer copies of an instance stay.
     *
     * @param now when this happens
     * @return how many leases the file held
     */
    public int importFrom(Path file, Instant now) throws SnapshotException {
        Snapshot snapshot;
        try (InputStream in = Files.newInputStream(file)) {
            snapshot = format.read(in);
        } catch (IOException e) {
            throw new SnapshotException("cannot read " + file + ": " + e.getMessage(), e);
        }
        Instant takenAt = store.replaces() ? snapshot.takenAt() : now;
        store.save(new Batch(takenAt, store.replaces(), List.of(), snapshot.leases(), Map.of()));
        return snapshot.leases().size();
    }
}
