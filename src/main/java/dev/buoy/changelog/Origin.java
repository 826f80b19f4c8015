package dev.buoy.changelog;

/** Who caused a change. Peers are sent only what clients did here; that keeps replication to one hop (contract §9.1). */
public enum Origin {
    /** A client of this server. */
    CLIENT,
    /** Another registry server. */
    PEER,
    /** The copy of the registry read back at start. */
    SNAPSHOT,
    /** A lease that ran out. */
    EXPIRY
}
