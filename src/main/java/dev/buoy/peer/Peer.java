package dev.buoy.peer;

import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Another server, by the URL under which it was found: what is known of it, and what it is sent. What it is, and whether it is
 * this very node under another name, is asked and not guessed.
 */
public final class Peer {
    /** What answers at a URL. */
    public enum Kind {
        /** Nothing has been heard yet that would tell. */
        UNKNOWN,
        /** This node. */
        SELF,
        BUOY,
        /** A server that speaks Eureka's protocol and does not know Buoy's questions. */
        EUREKA
    }

    static final int NOT_COMPARED = -1;

    private static final String JSON = "application/json";
    private static final int MOST_BYTES = 4 << 20;
    private static final long PAUSE_WHILE_AWAY_MILLIS = 2_000;

    private final PeerUrl url;
    private final HttpPeer http;
    private final PeerReplicator replicator;
    private final NodeId self;
    private final InstantSource clock;
    private final long timeoutMillis;

    private boolean probing;
    private long probedAt;
    private volatile Kind kind = Kind.UNKNOWN;
    private volatile String nodeId;
    private volatile boolean answered;
    private volatile RegistryDigest.Taken digest;
    private volatile long lastAnswer;
    private volatile boolean duplicate;
    private volatile int differing = NOT_COMPARED;
    private final AtomicLong repaired = new AtomicLong();

    Peer(PeerUrl url, HttpPeer http, PeerReplicator replicator, NodeId self, InstantSource clock, long timeoutMillis) {
        this.clock = clock;
        this.url = url;
        this.http = http;
        this.replicator = replicator;
        this.self = self;
        this.timeoutMillis = timeoutMillis;
    }

    public PeerUrl url() {
        return url;
    }

    public Kind kind() {
        return kind;
    }

    /** What it calls itself, if it is Buoy. */
    public Optional<String> nodeId() {
        return Optional.ofNullable(nodeId);
    }

    /** Whether the last question was answered. */
    public boolean isReachable() {
        return answered;
    }

    /** Whether it is known by another URL too, which is then the one used. */
    public boolean isDuplicate() {
        return duplicate;
    }

    /** What it said that it lists when last asked; empty if it is not Buoy. */
    public Optional<RegistryDigest.Taken> digest() {
        return Optional.ofNullable(digest);
    }

    /** How many applications it lists differently without anything on its way to settle that; empty if it was not compared. */
    public OptionalInt differing() {
        int applications = differing;
        return applications == NOT_COMPARED ? OptionalInt.empty() : OptionalInt.of(applications);
    }

    void differing(int applications) {
        differing = applications;
    }

    /** When it last answered anything, epoch milliseconds; 0 for never. */
    public long lastSuccess() {
        return Math.max(lastAnswer, replicator.state().lastSuccess());
    }

    /** How many instances here were brought in line with what it lists. */
    public long repaired() {
        return repaired.get();
    }

    void repaired(int instances) {
        repaired.addAndGet(instances);
    }

    public ReplicatorState state() {
        return replicator.state();
    }

    HttpPeer http() {
        return http;
    }

    /** Whether an answer that came from this URL is this node's own. */
    boolean isSelf(String answeredBy) {
        return self.value().equals(answeredBy);
    }

    PeerReplicator replicator() {
        return replicator;
    }

    void duplicate(boolean duplicate) {
        this.duplicate = duplicate;
    }

    /** Whether it is sent changes: it has been heard of, and is not this node. */
    boolean takesChanges() {
        return kind != Kind.SELF && !duplicate && (kind != Kind.UNKNOWN || answered);
    }

    /** Asks who it is and what it holds, unless it was asked a short while ago. */
    synchronized void probe(long now, long pauseMillis) {
        long pause = answered ? pauseMillis : Math.min(pauseMillis, PAUSE_WHILE_AWAY_MILLIS);
        if (probing || probedAt != 0 && now - probedAt < pause) {
            return;
        }
        probing = true;
        probedAt = now;
        http.get(PeerPaths.DIGEST, JSON, MOST_BYTES, timeoutMillis, this::probed);
    }

    private synchronized void probed(HttpReply reply) {
        probing = false;
        digest = reply.nodeId() == null ? null : HoldingsCodec.digestOrNull(reply);
        answered = reply.isAnswer();
        if (!reply.isAnswer()) {
            if (kind == Kind.SELF) {
                kind = Kind.UNKNOWN;
            }
            return;
        }
        lastAnswer = clock.millis();
        nodeId = reply.nodeId();
        if (self.value().equals(nodeId)) {
            kind = Kind.SELF;
        } else if (nodeId != null) {
            kind = Kind.BUOY;
        } else if (reply.outcome() == null || reply.outcome() == BatchOutcome.REFUSED) {
            kind = Kind.EUREKA;
        }
        replicator.toBuoy(kind == Kind.BUOY);
    }
}
