package dev.buoy.web;

import dev.buoy.peer.Cluster;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code /buoy/v1/peers}: who keeps the registry with this node, and how far each is behind. */
@Path("/buoy/v1/peers")
@Singleton
public final class PeersResource {
    private final Cluster cluster;

    PeersResource(Cluster cluster) {
        this.cluster = cluster;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public PeersReport report() {
        return PeersReport.of(cluster);
    }
}
