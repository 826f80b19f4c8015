package dev.buoy.audit;

/** What came of an act. */
public enum Outcome {
    DONE,
    /** Allowed, and came to nothing, since what it was meant for is not there, say. */
    FAILED,
    /** Not allowed. */
    REFUSED
}
