package dev.buoy.web;

import dev.buoy.peer.Cluster;
import dev.buoy.peer.NodeId;
import dev.buoy.security.Caller;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;

/**
 * {@code peerreplication/leases[?applications=A,B]}: what this node holds, with the present times of every lease; for other
 * nodes of Buoy. A node that has not got everything itself gives nothing.
 */
@Singleton
final class PeerLeasesResource extends Resource {
    private final Cluster cluster;
    private final Admission admission;
    private final LongWork work;

    PeerLeasesResource(Cluster cluster, Admission admission, LongWork work) {
        super("GET, HEAD, OPTIONS");
        this.cluster = cluster;
        this.admission = admission;
        this.work = work;
    }

    @Override
    Optional<String> refusal(Exchange exchange, Caller caller) {
        return caller.refusedToReplicate();
    }

    @Override
    void get(Exchange exchange) {
        exchange.request().response().putHeader(NodeId.HEADER, cluster.self().value());
        if (!cluster.startupCopy().isDone()) {
            exchange.send(Answer.SERVICE_UNAVAILABLE);
            return;
        }
        if (!admission.takes(exchange, Rank.REPLICATION)) {
            return;
        }
        String stated = exchange.query() == null ? null : Query.first(exchange.query(), "applications");
        Set<String> applications = stated == null ? Set.of() : Set.of(stated.split(","));
        // Many instances take a while to write, which heartbeats must not wait for.
        work.run(
                exchange,
                Rank.REPLICATION,
                () -> cluster.exports().encodedHoldings(applications),
                body -> exchange.send("application/x-ndjson", Buffer.buffer(body)));
    }
}
