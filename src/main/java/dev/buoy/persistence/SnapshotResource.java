package dev.buoy.persistence;

import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;

/** {@code /buoy/v1/snapshot}: whether the registry would survive, and a snapshot on demand. Worker threads do it. */
@Path("/buoy/v1/snapshot")
@Produces(MediaType.APPLICATION_JSON)
@Singleton
public final class SnapshotResource {
    private final Snapshotter snapshotter;
    private final Registry registry;
    private final InstantSource clock;

    SnapshotResource(Snapshotter snapshotter, Registry registry, InstantSource clock) {
        this.snapshotter = snapshotter;
        this.registry = registry;
        this.clock = clock;
    }

    @GET
    public SnapshotReport report() {
        return SnapshotReport.of(snapshotter.status(), registry.unconfirmed().size(), clock.instant());
    }

    /** Saves the whole registry. 200 when it is kept, 503 when that failed, 409 while another is taken, 404 without a store. */
    @POST
    public Response take() {
        int status =
                switch (snapshotter.saveAll()) {
                    case SAVED -> 200;
                    case FAILED -> 503;
                    case BUSY -> 409;
                    case OFF -> 404;
                };
        return Response.status(status).entity(report()).build();
    }
}
