/**
 * Keeping the servers of a cluster in step: each tells the others what its clients did (contract §9).
 *
 * <p>Leaves to others: the form of what is told ({@code wire}), and who wins a conflict ({@code registry}).
 * Start reading at {@link dev.buoy.peer.ReplicationReceiver}.
 */
package dev.buoy.peer;
