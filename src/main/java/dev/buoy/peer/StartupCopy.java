package dev.buoy.peer;

import dev.buoy.changelog.Origin;
import dev.buoy.config.PeerNodesConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import dev.buoy.wire.DecodedApplications;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.WireFormat;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jboss.logging.Logger;

/**
 * The copy of the registry that a starting server takes from the first peer that gives one (contract §9.8). Until it has one
 * as a whole, or knows that there is none to be had, the registry must not be read here: never a partial list (D-22).
 *
 * <p>Peers that cannot be reached, or are starting themselves, have nothing to give. A peer that is there and fails is asked
 * again, until both the rounds of {@code registry-sync-retries} and {@code wait-time-in-ms-when-sync-empty} have run out.
 */
public final class StartupCopy {
    private static final Logger LOG = Logger.getLogger(StartupCopy.class);
    private static final int MOST_BYTES = 1 << 30;
    private static final int ROUNDS_TO_BELIEVE_IN_SOLITUDE = 2;
    private static final long SOLITUDE_PAUSE_MILLIS = 1_000;
    private static final String ANY = "application/x-ndjson, application/json";
    private static final String JSON = "application/json";

    private final PeerDirectory directory;
    private final Registry registry;
    private final EurekaCodec eureka;
    private final HoldingsCodec codec;
    private final InstantSource clock;
    private final int retries;
    private final long waitMillis;
    private final long silenceMillis;
    private final Backoff backoff;
    private final RateLimitedLog complaints = new RateLimitedLog(LOG);

    private final Deque<Peer> toAsk = new ArrayDeque<>();
    private boolean asking;
    private int rounds;
    private boolean anyFailed;
    private long startedAt;
    private volatile boolean copied;
    private volatile boolean done;

    /**
     * @param wanted  whether a copy is wanted at all
     * @param silence longest time to wait for more of an answer
     */
    StartupCopy(
            PeerDirectory directory,
            Registry registry,
            EurekaCodec eureka,
            PeerNodesConfig config,
            boolean wanted,
            Duration silence,
            InstantSource clock) {
        this.directory = directory;
        this.registry = registry;
        this.eureka = eureka;
        this.codec = new HoldingsCodec(eureka);
        this.clock = clock;
        this.retries = config.registrySyncRetries();
        this.waitMillis = config.waitTimeInMsWhenSyncEmpty();
        this.silenceMillis = silence.toMillis();
        this.backoff = new Backoff(Duration.ofMillis(Math.max(1, config.registrySyncRetryWaitMs())), new Random());
        this.done = !wanted;
    }

    /** Whether the registry may be read. */
    public boolean isDone() {
        return done;
    }

    /** Whether a peer has given a copy. */
    public boolean isCopied() {
        return copied;
    }

    /** One step; never waits. Does nothing once it is done. */
    public synchronized void run() {
        long now = clock.millis();
        if (done || asking || !backoff.allows(now)) {
            return;
        }
        if (startedAt == 0) {
            startedAt = now;
        }
        if (toAsk.isEmpty()) {
            beginRound(now);
        } else {
            ask(toAsk.removeFirst());
        }
    }

    private void beginRound(long now) {
        List<Peer> peers = directory.peers().stream()
                .filter(peer -> peer.kind() != Peer.Kind.SELF)
                .toList();
        boolean alone = peers.isEmpty() || !anyFailed && rounds >= ROUNDS_TO_BELIEVE_IN_SOLITUDE;
        boolean givenUp = rounds > retries && now - startedAt >= waitMillis;
        if (alone || givenUp) {
            finish(alone ? "No peer has a registry to copy" : "Gave up on copying the registry of a peer", now);
            return;
        }
        toAsk.addAll(peers);
        anyFailed = false;
        rounds++;
        ask(toAsk.removeFirst());
    }

    private void ask(Peer peer) {
        asking = true;
        peer.http().get(PeerPaths.LEASES, ANY, MOST_BYTES, silenceMillis, reply -> answered(peer, reply));
    }

    private void answered(Peer peer, HttpReply reply) {
        if (reply.isAnswer() && reply.nodeId() == null) {
            peer.http().get(PeerPaths.APPS, JSON, MOST_BYTES, silenceMillis, apps -> take(peer, apps, false));
        } else {
            take(peer, reply, true);
        }
    }

    private synchronized void take(Peer peer, HttpReply reply, boolean buoy) {
        asking = false;
        long now = clock.millis();
        if (peer.isSelf(reply.nodeId())) {
            endOfAsking(now);
        } else if (reply.isSuccess()) {
            copy(peer, reply.body(), buoy, now);
        } else if (reply.failure() == BatchOutcome.UNREACHABLE || reply.status() == 503) {
            endOfAsking(now);
        } else {
            failed(peer, reply.isAnswer() ? "HTTP status " + reply.status() : reply.reason(), now);
        }
    }

    private void copy(Peer peer, byte[] body, boolean buoy, long now) {
        int copied;
        try {
            copied = buoy ? fromBuoy(body, now) : fromEureka(body, now);
        } catch (MalformedPayloadException e) {
            failed(peer, "an answer that is no registry: " + e.getMessage(), now);
            return;
        }
        this.copied = true;
        finish("Copied " + copied + " instances from peer " + peer.url(), now);
    }

    private int fromBuoy(byte[] body, long now) throws MalformedPayloadException {
        Holdings holdings = codec.decode(body);
        long ahead = now - holdings.now();
        for (LeaseState lease : holdings.leases()) {
            registry.restore(Origin.PEER, Reconciliation.shifted(lease, ahead), 0);
        }
        return holdings.leases().size();
    }

    // Eureka shows renewals one duration in the future, and out of caches: they tell nothing. Nor would it send an
    // instance
    // that it had evicted, so all are taken to have renewed now.
    private int fromEureka(byte[] body, long now) throws MalformedPayloadException {
        DecodedApplications document = eureka.decodeApplications(WireFormat.JSON, body);
        int[] copied = {0};
        document.applications()
                .forEach(application -> application.forEach(instance -> {
                    registry.restore(Origin.PEER, HoldingsCodec.state(renewed(instance, now), null), 0);
                    copied[0]++;
                }));
        return copied[0];
    }

    private static InstanceInfo renewed(InstanceInfo instance, long now) {
        return instance.withLease(instance.leaseInfo().renewedAt(now).endedAt(0));
    }

    private void failed(Peer peer, String reason, long now) {
        anyFailed = true;
        complaints.failed(now, "Peer " + peer.url() + " gives no copy of its registry, it will be asked again", reason);
        endOfAsking(now);
    }

    private void endOfAsking(long now) {
        if (toAsk.isEmpty()) {
            backoff.failed(now, SOLITUDE_PAUSE_MILLIS);
        }
    }

    private void finish(String how, long now) {
        done = true;
        toAsk.clear();
        LOG.infof("%s, after %d ms; the registry may be read", how, now - startedAt);
    }
}
