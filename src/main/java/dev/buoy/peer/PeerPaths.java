package dev.buoy.peer;

/** Paths below a server's base URL. The first two are Eureka's, the others only Buoy knows. */
final class PeerPaths {
    static final String BATCH = "peerreplication/batch/";
    static final String APPS = "apps/";
    static final String DIGEST = "peerreplication/digest";
    static final String LEASES = "peerreplication/leases";

    private PeerPaths() {}
}
