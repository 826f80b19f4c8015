package dev.buoy.dashboard;

import dev.buoy.audit.AuditEntry;
import dev.buoy.audit.AuditTrail;
import dev.buoy.changelog.ChangeKind;
import dev.buoy.dashboard.Frame.Tab;
import dev.buoy.dashboard.ListFrame.Choice;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.peer.Cluster;
import dev.buoy.registry.OverdueLease;
import dev.buoy.registry.Registry;
import dev.buoy.web.PeersReport;
import io.quarkus.qute.TemplateInstance;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Draws the pages. Costs up to a look at every instance, so worker threads do it. */
@Singleton
final class Pages {
    private static final int ROWS = 100;
    private static final int CHANGES = 200;

    private final Overview overview;
    private final Fleet fleet;
    private final ChangeHistory history;
    private final RenewalHistory renewals;
    private final Registry registry;
    private final Cluster cluster;
    private final Assets assets;
    private final AuditTrail trail;
    private final InstantSource clock;
    private final String version;

    /**
     * A page that was drawn.
     *
     * @param status HTTP status
     * @param html   of it
     */
    record Drawn(int status, String html) {}

    /** The pages by the last part of their paths, and their names in the navigation; those without a name are not in it. */
    private enum Page {
        HOME("", "Overview"),
        APPLICATIONS("applications", "Applications"),
        INSTANCES("instances", "Instances"),
        INSTANCE("instance", ""),
        CHANGES("changes", "Changes"),
        LASTN("lastn", ""),
        PROTECTED("protected", "Protected"),
        PEERS("peers", "Peers"),
        AUDIT("audit", "Audit");

        private final String path;
        private final String label;

        Page(String path, String label) {
            this.path = path;
            this.label = label;
        }

        static Optional<Page> at(String path) {
            for (Page page : values()) {
                if (page.path.equals(path)) {
                    return Optional.of(page);
                }
            }
            return Optional.empty();
        }
    }

    Pages(
            Overview overview,
            Fleet fleet,
            ChangeHistory history,
            RenewalHistory renewals,
            Registry registry,
            Cluster cluster,
            Assets assets,
            AuditTrail trail,
            InstantSource clock,
            Config config) {
        this.overview = overview;
        this.fleet = fleet;
        this.history = history;
        this.renewals = renewals;
        this.registry = registry;
        this.cluster = cluster;
        this.assets = assets;
        this.trail = trail;
        this.clock = clock;
        this.version = config.getOptionalValue("quarkus.application.version", String.class)
                .orElse("");
    }

    /** Whether there is a page at a path below the folder of all pages. */
    boolean has(String path) {
        return Page.at(path).isPresent();
    }

    Drawn draw(PageRequest request) {
        return switch (Page.at(request.page()).orElseThrow()) {
            case HOME -> drawn(home(request));
            case APPLICATIONS -> drawn(applications(request));
            case INSTANCES -> drawn(instances(request));
            case INSTANCE -> instance(request);
            case CHANGES -> drawn(changes(request));
            case LASTN ->
                drawn(Templates.lastn(
                        frame(request, "Last 1000 since startup"), history.removals(), history.registrations()));
            case PROTECTED -> drawn(protectedLeases(request));
            case PEERS -> drawn(Templates.peers(frame(request, "Peers"), PeersReport.of(cluster)));
            case AUDIT -> audit(request);
        };
    }

    private static Drawn drawn(TemplateInstance page) {
        return new Drawn(200, page.render());
    }

    private TemplateInstance home(PageRequest request) {
        return Templates.overview(
                frame(request, "Overview"),
                overview.report(),
                RenewalGraph.of(renewals.minutes()),
                OverviewApplications.of(fleet.all()));
    }

    private TemplateInstance applications(PageRequest request) {
        Question question = request.question();
        List<ApplicationReport> found = fleet.applications(question);
        Paging paging = Paging.of(question.page(), ROWS, found.size());
        List<Choice> sorts = ListFrame.choices(
                question.sort(), "", "by name", "instances", "most instances first", "trouble", "most not UP first");
        ListFrame list = ListFrame.of(question, paging, ListFrame.statuses(question), sorts);
        return Templates.applications(frame(request, "Applications"), list, paging.part(found));
    }

    private TemplateInstance instances(PageRequest request) {
        Question question = request.question();
        List<InstanceInfo> found = fleet.instances(question);
        Paging paging = Paging.of(question.page(), ROWS, found.size());
        List<Choice> sorts = ListFrame.choices(
                question.sort(),
                "",
                "by application",
                "id",
                "by id",
                "status",
                "by status",
                "host",
                "by host",
                "updated",
                "last changed first");
        ListFrame list = ListFrame.of(question, paging, ListFrame.statuses(question), sorts);
        String title = question.app().isEmpty() ? "Instances" : TextExtensions.brief(question.app());
        return Templates.instances(frame(request, title), list, fleet.summaries(paging.part(found)));
    }

    private Drawn instance(PageRequest request) {
        Optional<InstanceKey> key = request.instance().or(() -> fleet.byDigest(request.parameter("key")));
        Optional<InstanceReport> report = key.flatMap(fleet::instance);
        if (report.isPresent()) {
            return drawn(Templates.instance(
                    frame(request, TextExtensions.brief(key.get().id())), report.get()));
        }
        List<RecentChange> past = key.map(history::of).orElse(List.of());
        String text = past.isEmpty()
                ? "No such instance is listed."
                : "This instance is no longer listed: it was %s on %s. %s"
                        .formatted(
                                past.get(0).kind().name().toLowerCase(Locale.ROOT),
                                TextExtensions.utc(past.get(0).at()),
                                past.get(0).reason());
        return problem(request, 404, "Not found", text);
    }

    private TemplateInstance changes(PageRequest request) {
        Question question = request.question();
        ChangeKind kind = request.kind();
        List<RecentChange> found = history.matching(question.search(), kind);
        Paging paging = Paging.of(question.page(), CHANGES, found.size());
        String chosen = kind == null ? "" : kind.name();
        List<Choice> kinds = new ArrayList<>(ListFrame.choices(chosen, "", "Any change"));
        for (ChangeKind each : ChangeKind.values()) {
            kinds.addAll(ListFrame.choices(chosen, each.name(), each.name()));
        }
        ListFrame list = ListFrame.of(question, paging, kinds, List.of()).with("kind", chosen);
        return Templates.changes(frame(request, "Recent changes"), list, paging.part(found));
    }

    private TemplateInstance protectedLeases(PageRequest request) {
        Question question = request.question();
        ProtectedLeases leases = ProtectedLeases.of(registry.selfPreservation());
        Paging paging = Paging.of(question.page(), ROWS, leases.leases().size());
        List<OverdueLease> part = paging.part(leases.leases());
        ListFrame list = ListFrame.of(question, paging, List.of(), List.of());
        return Templates.protectedLeases(
                frame(request, "Protected leases"), leases.protecting(), leases.explanation(), list, part);
    }

    private Drawn audit(PageRequest request) {
        if (!request.visitor().admin()) {
            return problem(request, 403, "Not for you", "The audit trail is for administrators.");
        }
        List<AuditEntry> entries = trail.entries();
        Paging paging = Paging.of(request.question().page(), ROWS, entries.size());
        ListFrame list = ListFrame.of(request.question(), paging, List.of(), List.of());
        return drawn(Templates.audit(frame(request, "Audit trail"), list, paging.part(entries)));
    }

    /** The page that asks an administrator whether something is meant. */
    Drawn confirmation(PageRequest request, Confirmation confirmation) {
        return drawn(Templates.confirmation(frame(request, confirmation.title()), confirmation));
    }

    /** The page that says what came of it. */
    Drawn done(PageRequest request, Deed deed, List<Actor.Result> results) {
        long done = results.stream().filter(Actor.Result::done).count();
        String title = deed.label() + ": " + done + " of " + results.size() + " done";
        return drawn(Templates.done(frame(request, title), results));
    }

    /** A page that says why there is nothing to show. */
    Drawn problem(PageRequest request, int status, String title, String text) {
        return new Drawn(status, Templates.problem(frame(request, title), text).render());
    }

    private Frame frame(PageRequest request, String title) {
        Links links = request.links();
        List<Tab> tabs = new ArrayList<>();
        for (Page page : Page.values()) {
            if (!page.label.isEmpty()
                    && (page != Page.AUDIT || request.visitor().admin())) {
                String href = page == Page.HOME ? links.home() : links.page(page.path);
                tabs.add(new Tab(page.label, href, page.path.equals(request.page())));
            }
        }
        return new Frame(
                title,
                links,
                tabs,
                assets.path("buoy.css"),
                assets.path("buoy.js"),
                assets.path("buoy.svg"),
                version,
                cluster.self().value(),
                request.visitor(),
                clock.instant());
    }
}
