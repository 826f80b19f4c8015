package dev.buoy.dashboard;

import dev.buoy.config.EurekaConfig;
import dev.buoy.dashboard.ApplicationReport.StatusCount;
import dev.buoy.dashboard.InstanceReport.Entry;
import dev.buoy.dashboard.OverviewReport.PeerLine;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.peer.Cluster;
import dev.buoy.peer.Peer;
import dev.buoy.registry.Assessment;
import dev.buoy.registry.Registry;
import dev.buoy.web.OwnInstance;
import dev.buoy.web.ServerStatus;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Gathers what an operator looks at first. */
@Singleton
final class Overview {
    private static final List<InstanceStatus> ORDER = List.of(
            InstanceStatus.UP,
            InstanceStatus.STARTING,
            InstanceStatus.OUT_OF_SERVICE,
            InstanceStatus.DOWN,
            InstanceStatus.UNKNOWN);

    private final EurekaConfig config;
    private final Registry registry;
    private final Cluster cluster;
    private final ServerStatus server;
    private final OwnInstance own;
    private final InstantSource clock;

    Overview(
            EurekaConfig config,
            Registry registry,
            Cluster cluster,
            ServerStatus server,
            OwnInstance own,
            InstantSource clock) {
        this.config = config;
        this.registry = registry;
        this.cluster = cluster;
        this.server = server;
        this.own = own;
        this.clock = clock;
    }

    OverviewReport report() {
        Applications applications = registry.view().applications();
        Assessment assessment = registry.selfPreservation().recent();
        List<Entry> general = new ArrayList<>();
        server.general().forEach((name, value) -> general.add(new Entry(name, value)));
        return new OverviewReport(
                config.environment(),
                config.datacenter(),
                clock.instant(),
                server.general().get("server-uptime"),
                applications.size(),
                applications.counts().total(),
                statuses(applications),
                assessment.verdict().expiryAllowed(),
                assessment.active(),
                assessment.explanation(),
                Banner.of(assessment),
                assessment.expected(),
                assessment.threshold(),
                assessment.renewals(),
                cluster.peers().stream().map(Overview::line).toList(),
                general,
                self());
    }

    private static List<StatusCount> statuses(Applications applications) {
        return ORDER.stream()
                .map(status -> new StatusCount(status, applications.counts().of(status)))
                .filter(count -> count.instances() > 0)
                .toList();
    }

    private static PeerLine line(Peer peer) {
        PeerLine.State state = peer.kind() == Peer.Kind.SELF
                ? PeerLine.State.SELF
                : peer.isReachable() ? PeerLine.State.AVAILABLE : PeerLine.State.UNAVAILABLE;
        return new PeerLine(peer.url().toString(), state);
    }

    private List<Entry> self() {
        InstanceInfo info = own.info();
        return List.of(
                new Entry("ipAddr", info.ipAddr()),
                new Entry("status", info.status().name()),
                new Entry("instanceId", info.instanceId()));
    }
}
