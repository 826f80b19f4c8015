package dev.buoy.persistence;

/**
 * Where copies of the registry are kept. Calls may block and are made by one thread at a time, never by one that serves
 * requests.
 *
 * <p>What {@link #save} has returned from is kept: a crash of the server or of the machine later on does not lose it, and a
 * crash before leaves what was there before, whole.
 */
public interface SnapshotStore {

    /** Its kind in a word, as the setting names it. */
    String name();

    /** Whether a save replaces the last snapshot, so that every {@link Batch} must hold the whole registry. */
    boolean replaces();

    /**
     * The registry as last saved; an empty one if there is none.
     *
     * @throws SnapshotException if it cannot be told what was saved last
     */
    Snapshot load() throws SnapshotException;

    /**
     * Makes a batch part of what is kept.
     *
     * @throws SnapshotException if it is not kept, or if it cannot be told whether it is; the next batch must then hold
     *                           all of this one
     */
    Saved save(Batch batch) throws SnapshotException;
}
