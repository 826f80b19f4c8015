package dev.buoy.dashboard;

import dev.buoy.audit.AuditEntry;
import dev.buoy.registry.OverdueLease;
import dev.buoy.web.PeersReport;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import java.util.List;

/** The pages. Their texts are in {@code templates/dashboard}, and are checked against these when the program is built. */
@CheckedTemplate(basePath = "dashboard")
final class Templates {
    private Templates() {}

    static native TemplateInstance overview(
            Frame frame, OverviewReport overview, RenewalGraph graph, OverviewApplications applications);

    static native TemplateInstance applications(Frame frame, ListFrame list, List<ApplicationReport> applications);

    static native TemplateInstance instances(Frame frame, ListFrame list, List<InstanceSummary> instances);

    static native TemplateInstance instance(Frame frame, InstanceReport instance);

    static native TemplateInstance changes(Frame frame, ListFrame list, List<RecentChange> changes);

    static native TemplateInstance lastn(Frame frame, List<RecentChange> cancelled, List<RecentChange> registered);

    static native TemplateInstance protectedLeases(
            Frame frame, boolean protecting, String explanation, ListFrame list, List<OverdueLease> leases);

    static native TemplateInstance peers(Frame frame, PeersReport report);

    static native TemplateInstance confirmation(Frame frame, Confirmation confirmation);

    static native TemplateInstance done(Frame frame, List<Actor.Result> results);

    static native TemplateInstance audit(Frame frame, ListFrame list, List<AuditEntry> entries);

    static native TemplateInstance problem(Frame frame, String text);
}
