package dev.buoy.peer;

import dev.buoy.wire.MalformedPayloadException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Comparison with other nodes of Buoy by digest, application by application, and the repair of what differs: what replication
 * lost, and no heartbeat brings back. A server of another kind is left alone.
 */
final class AntiEntropy {
    private static final Logger LOG = Logger.getLogger(AntiEntropy.class);
    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_APPLICATIONS = 100;
    private static final long SILENCE_MILLIS = 10_000;

    // A difference this old is not one that replication is about to settle; a repair that left some is soon repeated.
    private static final Duration SETTLED = Duration.ofSeconds(10);
    private static final long SOON_MILLIS = 3_000;

    private final PeerExports exports;
    private final Reconciliation reconciliation;
    private final InstantSource clock;
    private final long intervalMillis;
    private final Map<Peer, Long> nextAt = new HashMap<>();
    private final Map<Peer, String> knownAs = new HashMap<>();
    private final Set<Peer> asking = new HashSet<>();
    private final Map<Peer, Differences> differences = new HashMap<>();

    /** @param interval pause between two comparisons with a peer; zero for none */
    AntiEntropy(PeerExports exports, dev.buoy.registry.Registry registry, InstantSource clock, Duration interval) {
        this.exports = exports;
        this.reconciliation = new Reconciliation(registry, exports.cancellations(), clock, SETTLED);
        this.clock = clock;
        this.intervalMillis = interval.toMillis();
    }

    /** Compares with this peer if that is due: after the interval, and soon after it came back or was restarted. */
    synchronized void run(Peer peer) {
        if (intervalMillis <= 0 || peer.kind() != Peer.Kind.BUOY || peer.isDuplicate()) {
            return;
        }
        if (!peer.isReachable()) {
            knownAs.remove(peer);
            differences.remove(peer);
            peer.differing(Peer.NOT_COMPARED);
            return;
        }
        long now = clock.millis();
        String id = peer.nodeId().orElse("");
        if (!id.equals(knownAs.put(peer, id))) {
            nextAt.put(peer, now);
        }
        if (now >= nextAt.getOrDefault(peer, now) && asking.add(peer)) {
            nextAt.put(peer, now + intervalMillis);
            peer.http()
                    .get(
                            PeerPaths.DIGEST,
                            "application/json",
                            MOST_BYTES,
                            SILENCE_MILLIS,
                            reply -> compare(peer, reply));
        }
    }

    private void compare(Peer peer, HttpReply reply) {
        Set<String> differing = new HashSet<>();
        if (reply.isSuccess() && reply.nodeId() != null) {
            try {
                RegistryDigest.Taken theirs = HoldingsCodec.decodeDigest(reply.body());
                RegistryDigest.Taken ours = exports.digest();
                note(peer, theirs, ours);
                differing = differing(theirs, ours);
            } catch (MalformedPayloadException e) {
                LOG.debugf("Peer %s sent no digest", peer.url());
            }
        }
        if (differing.isEmpty()) {
            done(peer, false);
            return;
        }
        Set<String> applications =
                differing.stream().sorted().limit(MOST_APPLICATIONS).collect(Collectors.toSet());
        String query = applications.stream()
                .map(app -> URLEncoder.encode(app, StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
        peer.http()
                .get(
                        PeerPaths.LEASES + "?applications=" + query,
                        "application/x-ndjson",
                        MOST_BYTES,
                        SILENCE_MILLIS,
                        holdings -> repair(peer, applications, holdings));
    }

    private synchronized void note(Peer peer, RegistryDigest.Taken theirs, RegistryDigest.Taken ours) {
        Differences known = differences.computeIfAbsent(peer, ignored -> new Differences(SETTLED));
        peer.differing(known.compare(theirs.applications(), ours.applications(), clock.millis()));
    }

    private static Set<String> differing(RegistryDigest.Taken theirs, RegistryDigest.Taken ours) {
        Set<String> differing = new HashSet<>();
        addDiffering(theirs.applications(), ours.applications(), differing);
        addDiffering(ours.applications(), theirs.applications(), differing);
        return differing;
    }

    private static void addDiffering(SortedMap<String, Long> a, SortedMap<String, Long> b, Set<String> differing) {
        a.forEach((app, digest) -> {
            if (!digest.equals(b.get(app))) {
                differing.add(app);
            }
        });
    }

    private void repair(Peer peer, Set<String> applications, HttpReply reply) {
        int changed = 0;
        if (reply.isSuccess() && reply.nodeId() != null) {
            try {
                exports.cancellations();
                changed = reconciliation.apply(exports.codec().decode(reply.body()), applications);
            } catch (MalformedPayloadException e) {
                LOG.debugf("Peer %s sent no holdings", peer.url());
            }
        }
        if (changed > 0) {
            peer.repaired(changed);
            LOG.infof("Compared with peer %s: %d instances were not as they are there", peer.url(), changed);
        }
        done(peer, true);
    }

    private synchronized void done(Peer peer, boolean differed) {
        asking.remove(peer);
        if (differed) {
            nextAt.merge(peer, clock.millis() + SOON_MILLIS, Math::min);
        }
    }

    synchronized void forget(Set<Peer> present) {
        nextAt.keySet().retainAll(present);
        knownAs.keySet().retainAll(present);
        asking.retainAll(present);
        differences.keySet().retainAll(present);
    }
}
