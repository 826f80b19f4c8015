package dev.buoy.peer;

import dev.buoy.config.PeerNodesConfig;
import dev.buoy.config.PeersConfig;
import java.time.Duration;

/**
 * How changes are sent to a peer.
 *
 * @param batchDelay  how long a change waits for others
 * @param batchSize   most entries in a batch
 * @param maxWaiting  most instances that wait for one peer
 * @param maxAge      how long a change is worth sending
 * @param maxOnTheWay most batches on their way to one peer at a time
 * @param maxBackOff  longest pause after failures
 * @param syncCopies  whether a peer's newer copy is taken over
 */
record ReplicationTerms(
        Duration batchDelay,
        int batchSize,
        int maxWaiting,
        Duration maxAge,
        int maxOnTheWay,
        Duration maxBackOff,
        boolean syncCopies) {

    static ReplicationTerms of(PeerNodesConfig nodes, PeersConfig peers, boolean syncCopies) {
        return new ReplicationTerms(
                peers.batchDelay(),
                peers.batchSize(),
                nodes.maxElementsInPeerReplicationPool(),
                Duration.ofMillis(nodes.maxTimeForReplication()),
                nodes.maxThreadsForPeerReplication(),
                peers.maxBackOff(),
                syncCopies);
    }
}
