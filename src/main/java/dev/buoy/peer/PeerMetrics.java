package dev.buoy.peer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** {@code buoy_peer_*} and {@code buoy_replication_*}: of each peer whether it is there, and how far it is behind. */
@Singleton
public final class PeerMetrics {
    private final MeterRegistry meters;
    private final Map<Peer, List<Meter>> published = new HashMap<>();

    public PeerMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Publishes these peers, and no longer those that left. */
    public synchronized void show(List<Peer> peers) {
        for (Peer gone : new HashSet<>(published.keySet())) {
            if (!peers.contains(gone)) {
                published.remove(gone).forEach(meters::remove);
            }
        }
        for (Peer peer : peers) {
            published.computeIfAbsent(peer, this::publish);
        }
    }

    private List<Meter> publish(Peer peer) {
        List<Meter> all = new ArrayList<>();
        all.add(gauge(
                peer, "buoy.peer.reachable", "1 if the peer answered when last asked", p -> p.isReachable() ? 1 : 0));
        all.add(gauge(
                peer,
                "buoy.peer.instances",
                "Instances that the peer lists; nothing unless it is Buoy",
                p -> p.digest().map(digest -> (double) digest.instances()).orElse(Double.NaN)));
        all.add(gauge(
                peer,
                "buoy.peer.applications.differing",
                "Applications that the peer has listed differently for a while, with nothing on its way to settle that",
                p -> p.differing().isPresent() ? p.differing().getAsInt() : Double.NaN));
        all.add(counter(
                peer, "buoy.peer.repaired", "Instances here that comparison brought in line with it", Peer::repaired));
        all.add(gauge(
                peer,
                "buoy.replication.waiting",
                "Instances of which the peer has yet to be told something",
                p -> p.state().waiting()));
        all.add(gauge(
                peer,
                "buoy.replication.lag.seconds",
                "How long the oldest of them has been waiting",
                p -> p.state().lagMillis() / 1000.0));
        all.add(counter(
                peer,
                "buoy.replication.batches",
                "Batches that the peer answered",
                p -> p.state().batches()));
        all.add(counter(
                peer,
                "buoy.replication.entries",
                "Entries of batches that the peer answered",
                p -> p.state().sent()));
        all.add(counter(
                peer,
                "buoy.replication.dropped",
                "Instances of which the peer was not told: too old, too many, or refused",
                p -> p.state().dropped()));
        for (BatchOutcome outcome : BatchOutcome.values()) {
            if (outcome != BatchOutcome.ANSWERED) {
                all.add(FunctionCounter.builder(
                                "buoy.replication.failures",
                                peer,
                                p -> p.state().failures().getOrDefault(outcome, 0L))
                        .description("Batches that did not arrive, by how that ended")
                        .tag("peer", peer.url().toString())
                        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                        .register(meters));
            }
        }
        return all;
    }

    private Meter gauge(Peer peer, String name, String description, ToDoubleFunction<Peer> value) {
        return Gauge.builder(name, peer, value)
                .description(description)
                .tag("peer", peer.url().toString())
                .register(meters);
    }

    private Meter counter(Peer peer, String name, String description, ToDoubleFunction<Peer> value) {
        return FunctionCounter.builder(name, peer, value)
                .description(description)
                .tag("peer", peer.url().toString())
                .register(meters);
    }
}
