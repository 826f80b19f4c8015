package dev.buoy.web;

import dev.buoy.peer.Cluster;
import dev.buoy.peer.NodeId;
import dev.buoy.security.Caller;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.util.Optional;

/** {@code peerreplication/digest}: who this node is, and a digest of what it lists; for other nodes of Buoy. */
@Singleton
final class PeerDigestResource extends Resource {
    private final Cluster cluster;

    PeerDigestResource(Cluster cluster) {
        super("GET, HEAD, OPTIONS");
        this.cluster = cluster;
    }

    @Override
    Optional<String> refusal(Exchange exchange, Caller caller) {
        return caller.refusedToReplicate();
    }

    @Override
    void get(Exchange exchange) {
        exchange.request().response().putHeader(NodeId.HEADER, cluster.self().value());
        exchange.send(Answer.document(200, WireFormat.JSON, cluster.exports().encodedDigest()));
    }
}
