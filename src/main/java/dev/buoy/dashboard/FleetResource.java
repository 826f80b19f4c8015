package dev.buoy.dashboard;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.dashboard.RenewalHistory.Minute;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** {@code /buoy/v1}: what the pages show, for programs. Costs up to a look at every instance, so worker threads do it. */
@Path("/buoy/v1")
@Produces(MediaType.APPLICATION_JSON)
@Singleton
public final class FleetResource {
    private static final int ITEMS = 100;

    private final Overview overview;
    private final RenewalHistory renewals;
    private final Fleet fleet;
    private final ChangeHistory history;

    FleetResource(Overview overview, RenewalHistory renewals, Fleet fleet, ChangeHistory history) {
        this.overview = overview;
        this.renewals = renewals;
        this.fleet = fleet;
        this.history = history;
    }

    @GET
    @Path("overview")
    @Operation(summary = "What an operator looks at first: figures, self-preservation, peers.")
    public OverviewReport overview() {
        return overview.report();
    }

    @GET
    @Path("renewals")
    @Operation(summary = "Renewals and their threshold, by the minute, of the last hour; the oldest first.")
    public List<Minute> renewals() {
        return renewals.minutes();
    }

    @GET
    @Path("applications")
    @Operation(
            summary = "Applications with their instances counted by status, zone and version, 100 at a time.",
            description = "q: words that all must be found in a name, id, address or metadata entry (key=value). "
                    + "status: one status, or forced. sort: instances or trouble; by name otherwise.")
    public Part<ApplicationReport> applications(
            @QueryParam("q") String text,
            @QueryParam("status") String status,
            @QueryParam("sort") String sort,
            @QueryParam("page") String page) {
        Question question = Question.of(text, null, status, sort, page);
        List<ApplicationReport> found = fleet.applications(question);
        Paging paging = Paging.of(question.page(), ITEMS, found.size());
        return Part.of(paging, paging.part(found));
    }

    @GET
    @Path("instances")
    @Operation(
            summary = "Instances of all applications or of one, 100 at a time.",
            description =
                    "q and status as for applications. sort: id, status, host or updated; by application otherwise.")
    public Part<InstanceSummary> instances(
            @QueryParam("app") String app,
            @QueryParam("q") String text,
            @QueryParam("status") String status,
            @QueryParam("sort") String sort,
            @QueryParam("page") String page) {
        Question question = Question.of(text, app, status, sort, page);
        List<InstanceInfo> found = fleet.instances(question);
        Paging paging = Paging.of(question.page(), ITEMS, found.size());
        return Part.of(paging, fleet.summaries(paging.part(found)));
    }

    @GET
    @Path("applications/{app}/instances/{id}")
    @Operation(summary = "All that is known of an instance. Metadata that looks like a secret is masked.")
    public InstanceReport instance(@PathParam("app") String app, @PathParam("id") String id) {
        return fleet.instance(new InstanceKey(app.toUpperCase(Locale.ROOT), id)).orElseThrow(NotFoundException::new);
    }

    @GET
    @Path("changes")
    @Operation(
            summary = "The last 1,000 registrations, removals and other changes each, the newest first, 100 at a time.",
            description = "kind: one kind of change. q: words that all must be found in the application or the id.")
    public Part<RecentChange> changes(
            @QueryParam("kind") ChangeKind kind, @QueryParam("q") String text, @QueryParam("page") String page) {
        Question question = Question.of(text, null, null, null, page);
        List<RecentChange> found = history.matching(question.search(), kind);
        Paging paging = Paging.of(question.page(), ITEMS, found.size());
        return Part.of(paging, paging.part(found));
    }
}
