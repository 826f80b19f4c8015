package dev.buoy.peer;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.model.InstanceInfo;
import dev.buoy.peer.Cancellations.Cancellation;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What this node tells other nodes of Buoy of itself: its digest, and what it holds. */
@Singleton
public final class PeerExports {
    private final Registry registry;
    private final NodeId self;
    private final RegistryDigest digest;
    private final Cancellations cancellations;
    private final HoldingsCodec codec;
    private final InstantSource clock;

    public PeerExports(Registry registry, ChangeLog log, EurekaCodec codec, NodeId self, InstantSource clock) {
        this.registry = registry;
        this.self = self;
        this.digest = new RegistryDigest(registry);
        this.cancellations = new Cancellations(log, clock);
        this.codec = new HoldingsCodec(codec);
        this.clock = clock;
    }

    public NodeId self() {
        return self;
    }

    /** What is listed, in short. */
    public RegistryDigest.Taken digest() {
        return digest.take();
    }

    Cancellations cancellations() {
        cancellations.readLog();
        return cancellations;
    }

    HoldingsCodec codec() {
        return codec;
    }

    /** Whether this copy was cancelled here and its client has shown no life since; what its sender itself cancelled, it knows better. */
    boolean isCancelled(InstanceInfo copy, String sender) {
        Cancellation cancelled = cancellations().of(copy.key());
        return cancelled != null && !sender.equals(cancelled.from()) && cancelled.coversClient(copy);
    }

    /** The digest as JSON. */
    public byte[] encodedDigest() {
        return codec.encodeDigest(self, digest.take());
    }

    /** What is held of these applications; of all if there is none. */
    public byte[] encodedHoldings(Set<String> applications) {
        return codec.encode(holdings(applications));
    }

    Holdings holdings(Set<String> applications) {
        List<LeaseState> leases = new ArrayList<>();
        registry.forEachLease(lease -> {
            if (applications.isEmpty() || applications.contains(lease.instance().app())) {
                leases.add(lease);
            }
        });
        Set<String> of = applications.isEmpty() ? null : applications;
        return new Holdings(clock.millis(), leases, cancellations().of(of));
    }
}
