package dev.buoy.registry;

import dev.buoy.model.InstanceInfo;

/**
 * What came of a heartbeat.
 *
 * @param outcome which answer it gets
 * @param ours    our copy when the outcome is {@link Outcome#OLDER_ELSEWHERE}; otherwise null
 */
public record Renewal(Outcome outcome, InstanceInfo ours) {
    /** Answers to a heartbeat (contract §5.4, §5.5). */
    public enum Outcome {
        /** The lease goes on: 200. */
        RENEWED,
        /** No such lease, or its status is UNKNOWN: 404, and the client registers. */
        UNKNOWN,
        /** The caller's copy is newer than ours: 404, and the caller sends it. */
        NEWER_ELSEWHERE,
        /** Our copy is newer than that of the peer that called: 409 with ours. */
        OLDER_ELSEWHERE
    }

    static final Renewal RENEWED = new Renewal(Outcome.RENEWED, null);
    static final Renewal UNKNOWN = new Renewal(Outcome.UNKNOWN, null);
    static final Renewal NEWER_ELSEWHERE = new Renewal(Outcome.NEWER_ELSEWHERE, null);

    static Renewal olderElsewhere(InstanceInfo ours) {
        return new Renewal(Outcome.OLDER_ELSEWHERE, ours);
    }
}
