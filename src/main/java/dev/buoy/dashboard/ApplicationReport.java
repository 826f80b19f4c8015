package dev.buoy.dashboard;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An application, or what a search leaves of it.
 *
 * @param name      of the application
 * @param instances how many instances it has
 * @param statuses  how many of each status that occurs, UP first
 * @param zones     the zones that occur, the most frequent first; 10 at most
 * @param versions  the versions that occur in metadata, the most frequent first; 10 at most
 */
public record ApplicationReport(
        String name, int instances, List<StatusCount> statuses, List<Count> zones, List<Count> versions) {
    private static final int MOST = 10;

    /** How many instances have a status. */
    public record StatusCount(InstanceStatus status, int instances) {}

    /** How many instances have a value. */
    public record Count(String value, int instances) {}

    static ApplicationReport of(String name, List<InstanceInfo> instances) {
        Map<InstanceStatus, Integer> statuses = new EnumMap<>(InstanceStatus.class);
        Map<String, Integer> zones = new TreeMap<>();
        Map<String, Integer> versions = new TreeMap<>();
        for (InstanceInfo instance : instances) {
            statuses.merge(instance.status(), 1, Integer::sum);
            Labels.zone(instance).ifPresent(zone -> zones.merge(zone, 1, Integer::sum));
            Labels.version(instance).ifPresent(version -> versions.merge(version, 1, Integer::sum));
        }
        return new ApplicationReport(name, instances.size(), upFirst(statuses), frequent(zones), frequent(versions));
    }

    private static List<StatusCount> upFirst(Map<InstanceStatus, Integer> statuses) {
        List<StatusCount> counts = new ArrayList<>();
        statuses.forEach((status, count) -> counts.add(new StatusCount(status, count)));
        counts.sort(Comparator.comparing(count -> count.status() != InstanceStatus.UP));
        return counts;
    }

    private static List<Count> frequent(Map<String, Integer> values) {
        return values.entrySet().stream()
                .map(value -> new Count(value.getKey(), value.getValue()))
                .sorted(Comparator.comparingInt(Count::instances).reversed())
                .limit(MOST)
                .collect(Collectors.toList());
    }

    int notUp() {
        return instances
                - statuses.stream()
                        .filter(count -> count.status() == InstanceStatus.UP)
                        .mapToInt(StatusCount::instances)
                        .sum();
    }
}
