package dev.buoy.model;

/** What last happened to a listed instance, as a delta tells it (contract §7.1). */
public enum ActionType {
    ADDED,
    MODIFIED,
    DELETED
}
