package dev.buoy.web;

import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code /buoy/v1/self-preservation}: whether leases may expire, and why. */
@Path("/buoy/v1/self-preservation")
@Singleton
public final class SelfPreservationResource {
    private final Registry registry;

    SelfPreservationResource(Registry registry) {
        this.registry = registry;
    }

    /** Costs a look at every lease, so a worker does it. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public SelfPreservationReport report() {
        return SelfPreservationReport.of(registry.selfPreservation());
    }
}
