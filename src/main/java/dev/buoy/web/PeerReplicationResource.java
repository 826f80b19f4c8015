package dev.buoy.web;

import dev.buoy.peer.NodeId;
import dev.buoy.peer.ReplicationReceiver;
import dev.buoy.security.Caller;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.ReplicationCodec;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * {@code peerreplication/batch}: what another server tells (contract §9.3). Every entry counts as a peer's because of where it
 * arrives; the answer is JSON, whatever is accepted (§9.4).
 */
@Singleton
final class PeerReplicationResource extends Resource {
    private final ReplicationReceiver receiver;
    private final ReplicationCodec codec;
    private final BodyReader bodies;

    PeerReplicationResource(ReplicationReceiver receiver, ReplicationCodec codec, BodyReader bodies) {
        super("POST, OPTIONS");
        this.receiver = receiver;
        this.codec = codec;
        this.bodies = bodies;
    }

    @Override
    Optional<String> refusal(Exchange exchange, Caller caller) {
        return caller.refusedToReplicate();
    }

    @Override
    void post(Exchange exchange) {
        exchange.operation(Operation.REPLICATE);
        if (Negotiation.contentFormat(exchange.headers()) != WireFormat.JSON) {
            exchange.send(Answer.refusal(415, "Content-Type must be application/json"));
            return;
        }
        exchange.request().response().putHeader(NodeId.HEADER, receiver.self().value());
        String sender = exchange.headers().get(NodeId.HEADER);
        bodies.readBatch(exchange, body -> apply(body, sender));
    }

    private Answer apply(byte[] body, String sender) {
        try {
            var answers = receiver.apply(codec.decodeBatch(body, 0, body.length), sender);
            return Answer.document(200, WireFormat.JSON, codec.encodeAnswers(answers));
        } catch (MalformedPayloadException e) {
            return Answer.badRequest("cannot parse request body: " + e.getMessage());
        }
    }
}
