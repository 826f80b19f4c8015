package dev.buoy.peer;

/** How the sending of a batch may end. */
public enum BatchOutcome {
    /** The peer dealt with it. */
    ANSWERED(0),
    /** It is too busy: 429, 503, or no answer in time. */
    CONGESTED(1000),
    /** No connection, or it broke. */
    UNREACHABLE(100),
    /** 401 or 403: nothing is wrong with the batch, but someone must look at the credentials. */
    UNAUTHORIZED(1000),
    /** It is out of order: 5xx save 500 and 503. */
    FAILING(1000),
    /** Another status, or an answer that makes no sense: it may be the batch that it cannot stomach. */
    REFUSED(500);

    private final long firstPauseMillis;

    BatchOutcome(long firstPauseMillis) {
        this.firstPauseMillis = firstPauseMillis;
    }

    /** The pause after the first failure of this kind, milliseconds. */
    long firstPauseMillis() {
        return firstPauseMillis;
    }
}
