package dev.buoy.web;

import dev.buoy.cache.EncodedResponse;
import dev.buoy.cache.FetchQuery;
import dev.buoy.cache.ResponseCache;
import dev.buoy.peer.Cluster;
import dev.buoy.wire.WireFormat;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;

/** Answers the reads of several instances, in the form that the client wants, from bytes that are kept. */
@Singleton
final class Fetches {
    private final Cluster cluster;
    private final WarmUpGate gate;
    private final RegionalFetches regional;
    private final ResponseCache cache;
    private final Admission admission;

    Fetches(Cluster cluster, WarmUpGate gate, RegionalFetches regional, ResponseCache cache, Admission admission) {
        this.cluster = cluster;
        this.gate = gate;
        this.regional = regional;
        this.cache = cache;
        this.admission = admission;
    }

    void answer(Exchange exchange, FetchQuery query) {
        if (!cluster.startupCopy().isDone()) {
            exchange.send(Answer.SERVICE_UNAVAILABLE);
            return;
        }
        if (!gate.isOpen()) {
            exchange.send(Answer.FORBIDDEN);
            return;
        }
        if (query.kind() == FetchQuery.Kind.ALL || query.kind() == FetchQuery.Kind.DELTA) {
            if (admission.takes(exchange, Rank.REGISTRY)) {
                admission.inTurn(exchange, () -> answerTaken(exchange, query));
            }
        } else if (admission.takes(exchange, Rank.APPLICATION)) {
            answerTaken(exchange, query);
        }
    }

    private void answerTaken(Exchange exchange, FetchQuery query) {
        try {
            find(exchange, query);
        } catch (RuntimeException e) {
            exchange.fail(e);
        }
    }

    private void find(Exchange exchange, FetchQuery query) {
        if (regional.answer(exchange, query)) {
            return;
        }
        MultiMap headers = exchange.headers();
        WireFormat format = Negotiation.format(headers);
        if (format == null) {
            exchange.send(Answer.NOT_ACCEPTABLE);
            return;
        }
        CompletableFuture<EncodedResponse> response = cache.get(
                        query, format, Negotiation.form(headers), Negotiation.gzip(headers))
                .toCompletableFuture();
        if (response.isDone() && !response.isCompletedExceptionally()) {
            send(exchange, format, response.join());
            return;
        }
        Context context = Vertx.currentContext();
        response.whenComplete((found, fault) -> context.runOnContext(ignored -> {
            if (fault == null) {
                send(exchange, format, found);
            } else {
                exchange.fail(fault);
            }
        }));
    }

    private static void send(Exchange exchange, WireFormat format, EncodedResponse found) {
        if (found.found()) {
            exchange.send(found, format);
        } else {
            exchange.send(Answer.NOT_FOUND);
        }
    }
}
