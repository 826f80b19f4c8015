package dev.buoy.web;

import dev.buoy.peer.Peer;
import dev.buoy.peer.RegistryDigest;
import dev.buoy.peer.ReplicatorState;
import java.time.Instant;

/**
 * One peer as {@code /buoy/v1/peers} shows it.
 *
 * @param url         without credentials
 * @param nodeId      what it calls itself; null unless it is Buoy
 * @param kind        SELF, BUOY, EUREKA, or UNKNOWN while nothing was heard
 * @param reachable   whether it answered when last asked
 * @param duplicate   whether it is known by another URL too, which is the one used
 * @param lastSuccess when it last answered; null for never
 * @param waiting     instances of which it has yet to be told
 * @param lagSeconds  how long the oldest of them has been waiting
 * @param sent        entries that it has answered
 * @param dropped     instances whose change was given up
 * @param failures    batches that failed
 * @param lastError   why the last of them did; null if none did
 * @param lastErrorAt when
 * @param instances   how many it lists; null unless it is Buoy
 * @param digest      of what it lists, equal where the lists are; null unless it is Buoy
 */
public record PeerReport(
        String url,
        String nodeId,
        Peer.Kind kind,
        boolean reachable,
        boolean duplicate,
        Instant lastSuccess,
        int waiting,
        double lagSeconds,
        long sent,
        long dropped,
        long failures,
        String lastError,
        Instant lastErrorAt,
        Integer instances,
        String digest) {

    static PeerReport of(Peer peer) {
        ReplicatorState state = peer.state();
        return new PeerReport(
                peer.url().toString(),
                peer.nodeId().orElse(null),
                peer.kind(),
                peer.isReachable(),
                peer.isDuplicate(),
                at(peer.lastSuccess()),
                state.waiting(),
                state.lagMillis() / 1000.0,
                state.sent(),
                state.dropped(),
                state.failed(),
                state.lastError().isEmpty() ? null : state.lastError(),
                at(state.lastFailure()),
                peer.digest().map(RegistryDigest.Taken::instances).orElse(null),
                peer.digest().map(RegistryDigest.Taken::text).orElse(null));
    }

    private static Instant at(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }
}
