package dev.buoy.peer;

import dev.buoy.model.InstanceKey;
import dev.buoy.registry.Registry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** Everything that this node's clients did, on its way to all peers. */
public final class Replication {
    private final PeerDirectory directory;
    private final RenewedKeys renewed = new RenewedKeys();
    private final InstantSource clock;
    private final long probeMillis;

    Replication(PeerDirectory directory, Registry registry, InstantSource clock, Duration probeInterval) {
        this.directory = directory;
        this.clock = clock;
        this.probeMillis = probeInterval.toMillis();
        registry.addRenewalSink(renewed);
    }

    /** Reads the list of peers again. */
    public void refreshPeers() {
        directory.refresh();
        renewed.wanted(!directory.peers().isEmpty());
    }

    /** One pass over all peers; never waits. */
    public void run() {
        List<Peer> peers = directory.peers();
        if (peers.isEmpty()) {
            return;
        }
        directory.probe(clock.millis(), probeMillis);
        List<InstanceKey> keys = renewed.drain();
        for (Peer peer : peers) {
            if (peer.kind() != Peer.Kind.SELF) {
                peer.replicator().renewed(keys);
                peer.replicator().run(peer.takesChanges());
            }
        }
    }

    /** Sends what waits at once; for the end. Whether nothing is left is told by {@link #isIdle}. */
    public void flush() {
        for (Peer peer : directory.peers()) {
            if (peer.takesChanges()) {
                peer.replicator().flush();
            }
        }
    }

    /** Whether every peer that can be reached has got everything. */
    public boolean isIdle() {
        return directory.peers().stream()
                .allMatch(peer -> !peer.takesChanges()
                        || peer.state().inARow() > 0
                        || peer.replicator().isIdle());
    }
}
