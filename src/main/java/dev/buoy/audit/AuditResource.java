package dev.buoy.audit;

import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** {@code /buoy/v1/audit}: what was done by hand and what was refused, the newest first. */
@Path("/buoy/v1/audit")
@Singleton
public final class AuditResource {
    private final AuditTrail trail;

    AuditResource(AuditTrail trail) {
        this.trail = trail;
    }

    @GET
    @RolesAllowed("admin")
    @Produces(MediaType.APPLICATION_JSON)
    public List<AuditEntry> entries() {
        return trail.entries();
    }
}
