package dev.buoy.web;

/**
 * How requests rank when there are more of them than can be served: the last rank is refused first (ADR 10). Heartbeats,
 * cancellations and changes of a status or of metadata have none, since they are answered in the turn in which they come:
 * they are never in flight, and never refused.
 */
public enum Rank {
    /** What other servers send and ask for. */
    REPLICATION(100),
    /** Registrations: without one, the next heartbeat is answered 404. */
    REGISTRATION(90),
    /** Fetches of one application or VIP. */
    APPLICATION(80),
    /** Fetches of the whole registry or its delta, which are the dearest, and whose clients live on what they have. */
    REGISTRY(60);

    private final int percent;

    Rank(int percent) {
        this.percent = percent;
    }

    /** Up to how many requests in flight, of all ranks, one more of this rank is taken. */
    int share(int most) {
        return (int) Math.max(1, (long) most * percent / 100);
    }
}
