package dev.buoy.dashboard;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What is listed, as people ask for it: searched, sorted, and in parts. */
@Singleton
final class Fleet {
    private final Registry registry;
    private final ChangeHistory history;
    private final InstantSource clock;

    Fleet(Registry registry, ChangeHistory history, InstantSource clock) {
        this.registry = registry;
        this.history = history;
        this.clock = clock;
    }

    Applications all() {
        return registry.view().applications();
    }

    /** The applications that have an instance that is asked for, with those instances counted. */
    List<ApplicationReport> applications(Question question) {
        List<ApplicationReport> found = new ArrayList<>();
        for (Application application : all()) {
            List<InstanceInfo> instances = matching(application, question);
            if (!instances.isEmpty()) {
                found.add(ApplicationReport.of(application.name(), instances));
            }
        }
        Comparator<ApplicationReport> order =
                switch (question.sort()) {
                    case "instances" ->
                        Comparator.comparingInt(ApplicationReport::instances).reversed();
                    case "trouble" ->
                        Comparator.comparingInt(ApplicationReport::notUp).reversed();
                    default -> Comparator.comparing(ApplicationReport::name);
                };
        found.sort(order.thenComparing(ApplicationReport::name));
        return found;
    }

    /** The instances that are asked for. */
    List<InstanceInfo> instances(Question question) {
        List<InstanceInfo> found = new ArrayList<>();
        for (Application application : all()) {
            if (question.app().isEmpty() || question.app().equals(application.name())) {
                found.addAll(matching(application, question));
            }
        }
        Comparator<InstanceInfo> byName =
                Comparator.comparing(InstanceInfo::app).thenComparing(InstanceInfo::instanceId);
        switch (question.sort()) {
            case "id" ->
                found.sort(Comparator.comparing(InstanceInfo::instanceId).thenComparing(byName));
            case "status" ->
                found.sort(Comparator.comparing(InstanceInfo::status).thenComparing(byName));
            case "host" ->
                found.sort(Comparator.comparing(InstanceInfo::hostName).thenComparing(byName));
            case "updated" ->
                found.sort(Comparator.comparingLong(InstanceInfo::lastUpdatedTimestamp)
                        .reversed()
                        .thenComparing(byName));
            default -> {} // the registry's own order is by name
        }
        return found;
    }

    private static List<InstanceInfo> matching(Application application, Question question) {
        List<InstanceInfo> found = new ArrayList<>();
        InstanceStatus status = question.status();
        application.forEach(instance -> {
            if ((status == null || status == instance.status())
                    && (!question.forced() || instance.overriddenStatus() != InstanceStatus.UNKNOWN)
                    && question.search().matches(instance)) {
                found.add(instance);
            }
        });
        return found;
    }

    /** Lines of a list, with their leases as they are now. */
    List<InstanceSummary> summaries(List<InstanceInfo> instances) {
        return instances.stream().map(this::summary).toList();
    }

    private InstanceSummary summary(InstanceInfo listed) {
        InstanceInfo present = registry.lease(listed.app(), listed.instanceId())
                .map(LeaseState::instance)
                .orElse(listed);
        return InstanceSummary.of(present, LeaseTimes.of(present.leaseInfo(), clock.instant()));
    }

    Optional<InstanceReport> instance(InstanceKey key) {
        return registry.lease(key.app(), key.id())
                .map(state -> InstanceReport.of(
                        state, registry.heardInMinutes(key.app(), key.id()), history.of(key), clock.instant()));
    }

    /** All instances of an application. */
    List<InstanceKey> keysOf(String app) {
        return all().application(app).map(Application::instances).orElse(List.of()).stream()
                .map(InstanceInfo::key)
                .toList();
    }

    /** The instance whose names are too long for an address. */
    Optional<InstanceKey> byDigest(String digest) {
        for (Application application : all()) {
            for (InstanceInfo instance : application.instances()) {
                if (Links.needsDigest(instance.key())
                        && Links.digest(instance.key()).equals(digest)) {
                    return Optional.of(instance.key());
                }
            }
        }
        return Optional.empty();
    }
}
