package dev.buoy.web;

import dev.buoy.peer.Cluster;
import dev.buoy.peer.RegistryDigest;
import java.util.List;

/**
 * This node and its peers as {@code /buoy/v1/peers} shows them.
 *
 * @param nodeId    what this node calls itself
 * @param complete  whether it has got the registry that it wanted at start
 * @param instances how many it lists
 * @param digest    of what it lists
 * @param peers     all that the settings and DNS name
 */
public record PeersReport(String nodeId, boolean complete, int instances, String digest, List<PeerReport> peers) {

    public static PeersReport of(Cluster cluster) {
        RegistryDigest.Taken digest = cluster.exports().digest();
        return new PeersReport(
                cluster.self().value(),
                cluster.startupCopy().isDone(),
                digest.instances(),
                digest.text(),
                cluster.peers().stream().map(PeerReport::of).toList());
    }
}
