package dev.buoy.changelog;

/** What can happen to an instance. Subscribers switch over it without a default, so that a new kind needs an answer of each. */
public enum ChangeKind {
    REGISTERED,
    STATUS_OVERRIDDEN,
    OVERRIDE_CLEARED,
    METADATA_CHANGED,
    CANCELLED,
    EVICTED;

    /** Whether the instance is no longer listed after it. */
    public boolean removes() {
        return this == CANCELLED || this == EVICTED;
    }
}
