/**
 * Surviving a restart of every server: copies of the registry in files or in PostgreSQL, made behind the back of the
 * requests, and read back at start. A store that fails costs the copies and nothing else.
 *
 * <p>Leaves to others: when a snapshot is made ({@code runtime}), and what a restored lease may do ({@code registry}).
 * Start reading at {@link dev.buoy.persistence.Snapshotter}; {@link dev.buoy.persistence.SnapshotStore} is what a store must do.
 */
package dev.buoy.persistence;
