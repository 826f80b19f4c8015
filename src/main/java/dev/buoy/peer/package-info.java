/**
 * Keeping other servers in step with this one, and this one with them: who they are, what they are sent, and what is
 * copied from them.
 *
 * <p>Leaves to others: the form of messages ({@code wire}), taking requests ({@code web}), and when a pass is made
 * ({@code runtime}). Start reading at {@link dev.buoy.peer.Replication}; what one peer is sent is decided in
 * {@link dev.buoy.peer.PeerReplicator}.
 */
package dev.buoy.peer;
