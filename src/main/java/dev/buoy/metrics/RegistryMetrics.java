package dev.buoy.metrics;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.config.MetricsConfig;
import dev.buoy.registry.Assessment;
import dev.buoy.registry.Assessment.Verdict;
import dev.buoy.registry.Registry;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** {@code eureka_server_*}: what the registry holds and expects, and what was done to it. */
@Singleton
public final class RegistryMetrics {
    private static final List<Origin> WHO_REGISTERS = List.of(Origin.CLIENT, Origin.PEER, Origin.SNAPSHOT);
    private static final List<Origin> WHO_CHANGES = List.of(Origin.CLIENT, Origin.PEER);

    private final Registry registry;
    private final ChangeLog log;
    private final MeterRegistry meters;
    private final ChangeCounts changes;
    private final InstanceGauges instances;

    public RegistryMetrics(Registry registry, ChangeLog log, MetricsConfig config, MeterRegistry meters) {
        this.registry = registry;
        this.log = log;
        this.meters = meters;
        this.changes = new ChangeCounts(log);
        this.instances = new InstanceGauges(registry, config.maxApplications(), meters);
    }

    /** Publishes everything. To be called once. */
    public void publish() {
        listed();
        selfPreservation();
        renewals();
        changes();
        refresh();
    }

    /** Brings up to date what is not looked up when it is read. To be called before a scrape, and now and then. */
    public void refresh() {
        instances.refresh();
        changes.catchUp();
    }

    private void listed() {
        Gauge.builder(
                        "eureka.server.applications",
                        registry,
                        source -> source.view().applications().size())
                .description("Applications that have instances")
                .register(meters);
        Gauge.builder("buoy.changelog.revision", log, ChangeLog::revision)
                .description("Number of the last change of the registry")
                .register(meters);
    }

    private void selfPreservation() {
        assessed("renewals.last.minute", "Renewals in the last 60 s", Assessment::renewals);
        assessed("renewals.expected", "Renewals a minute that all who count owe", Assessment::expected);
        assessed("renewal.threshold", "Renewals a minute below which evictions stop", Assessment::threshold);
        assessed(
                "renewals.not.yet.due",
                "Renewals that instances listed for less than a minute have had no time for",
                Assessment::notYetDue);
        assessed("self.preservation.enabled", "1 if self-preservation is switched on", of -> of.enabled() ? 1 : 0);
        assessed("self.preservation.active", "1 while leases are kept for fear of a fault", of -> of.active() ? 1 : 0);
        assessed(
                "leases.overdue", "Leases silent for longer than their duration and still listed", Assessment::overdue);
        assessed(
                "leases.replaced",
                "Overdue leases in whose place another instance has registered",
                Assessment::replaced);
        assessed(
                "leases.given.up",
                "Overdue leases that no longer count, for their age or because their loss was accepted",
                Assessment::givenUp);
        assessed(
                "evicted.counting",
                "Instances evicted a while ago that still count as expected",
                Assessment::evictedCounting);
        for (Verdict verdict : Verdict.values()) {
            Gauge.builder("eureka.server.self.preservation.verdict", registry, source -> verdictIs(source, verdict))
                    .description("1 for what self-preservation makes of the last minute, else 0")
                    .tag("verdict", lower(verdict))
                    .register(meters);
        }
    }

    private static double verdictIs(Registry registry, Verdict verdict) {
        return registry.selfPreservation().recent().verdict() == verdict ? 1 : 0;
    }

    private void assessed(String name, String description, ToDoubleFunction<Assessment> figure) {
        Gauge.builder(
                        "eureka.server." + name,
                        registry,
                        source -> figure.applyAsDouble(source.selfPreservation().recent()))
                .description(description)
                .register(meters);
    }

    private void renewals() {
        for (Origin origin : WHO_CHANGES) {
            FunctionCounter.builder(
                            "eureka.server.renewals",
                            registry,
                            source -> source.renewalCounts().renewed(origin))
                    .description("Renewals that found their lease")
                    .tag("origin", lower(origin))
                    .register(meters);
            FunctionCounter.builder(
                            "eureka.server.renewals.not.found",
                            registry,
                            source -> source.renewalCounts().notFound(origin))
                    .description("Renewals without a lease, answered with 404")
                    .tag("origin", lower(origin))
                    .register(meters);
        }
    }

    private void changes() {
        for (ChangeKind kind : ChangeKind.values()) {
            switch (kind) {
                case REGISTERED ->
                    count("registrations", "Registrations, also repeated ones", WHO_REGISTERS, ChangeKind.REGISTERED);
                case STATUS_OVERRIDDEN ->
                    count(
                            "status.updates",
                            "Statuses forced on an instance or taken back",
                            WHO_CHANGES,
                            ChangeKind.STATUS_OVERRIDDEN,
                            ChangeKind.OVERRIDE_CLEARED);
                case OVERRIDE_CLEARED -> {} // counted with those that force one
                case METADATA_CHANGED ->
                    count("metadata.updates", "Changes of metadata", WHO_CHANGES, ChangeKind.METADATA_CHANGED);
                case CANCELLED ->
                    count(
                            "cancellations",
                            "Instances taken from the list by their clients",
                            WHO_REGISTERS,
                            ChangeKind.CANCELLED);
                case EVICTED ->
                    count(
                            "evictions",
                            "Instances dropped since their leases ran out",
                            List.of(Origin.EXPIRY),
                            ChangeKind.EVICTED);
            }
        }
    }

    private void count(String name, String description, List<Origin> origins, ChangeKind... kinds) {
        for (Origin origin : origins) {
            FunctionCounter.builder("eureka.server." + name, changes, source -> sum(source, origin, kinds))
                    .description(description)
                    .tag("origin", lower(origin))
                    .register(meters);
        }
    }

    private static double sum(ChangeCounts changes, Origin origin, ChangeKind... kinds) {
        double sum = 0;
        for (ChangeKind kind : kinds) {
            sum += changes.of(kind, origin);
        }
        return sum;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
