package dev.buoy.dashboard;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The applications as Eureka's page lists them, in the order of their names, as many as a page should hold.
 *
 * @param rows the applications
 * @param more how many are left out
 */
public record OverviewApplications(List<Row> rows, int more) {
    private static final int MOST_ROWS = 500;
    private static final int MOST_NAMED = 10;
    /** Of names and addresses, so that ten thousand instances, or one with names without end, make no page without end. */
    private static final int MOST_CHARACTERS = 300_000;

    /**
     * An application.
     *
     * @param name      of it
     * @param instances how many it has
     * @param images    machine images, with counts: {@code n/a (3)}
     * @param zones     zones, with counts: {@code (3)}
     * @param groups    its instances by status, UP first
     */
    public record Row(String name, int instances, String images, String zones, List<Group> groups) {}

    /**
     * The instances of one status.
     *
     * @param status they have
     * @param count  of them
     * @param named  some of them
     * @param more   how many are not named
     */
    public record Group(InstanceStatus status, int count, List<Named> named, int more) {}

    /**
     * An instance.
     *
     * @param id            names it
     * @param statusPageUrl as registered, or null
     */
    public record Named(String id, String statusPageUrl) {}

    static OverviewApplications of(Applications applications) {
        List<Row> rows = new ArrayList<>();
        int[] left = {MOST_CHARACTERS};
        for (Application application : applications) {
            left[0] -= application.name().length();
            if (rows.size() == MOST_ROWS || left[0] < 0) {
                break;
            }
            rows.add(row(application, left));
        }
        return new OverviewApplications(rows, applications.size() - rows.size());
    }

    private static Row row(Application application, int[] left) {
        List<InstanceInfo> instances = application.instances();
        Set<InstanceStatus> order = new LinkedHashSet<>();
        order.add(InstanceStatus.UP);
        instances.forEach(instance -> order.add(instance.status()));
        List<Group> groups = new ArrayList<>();
        for (InstanceStatus status : order) {
            List<InstanceInfo> having = instances.stream()
                    .filter(instance -> instance.status() == status)
                    .toList();
            if (!having.isEmpty()) {
                List<Named> named = named(having, left);
                groups.add(new Group(status, having.size(), named, having.size() - named.size()));
            }
        }
        return new Row(
                application.name(),
                instances.size(),
                counted(instances, "n/a", instance -> Labels.image(instance).orElse(null)),
                counted(instances, "", instance -> Labels.zone(instance).orElse(null)),
                groups);
    }

    private static List<Named> named(List<InstanceInfo> instances, int[] left) {
        List<Named> named = new ArrayList<>();
        for (InstanceInfo instance : instances) {
            String page = instance.statusPageUrl();
            left[0] -= 2 * Math.min(instance.instanceId().length(), 1_500) + (page == null ? 0 : page.length());
            if (named.size() == MOST_NAMED || left[0] < 0) {
                break;
            }
            named.add(new Named(instance.instanceId(), page));
        }
        return named;
    }

    private static String counted(List<InstanceInfo> instances, String absent, Function<InstanceInfo, String> value) {
        Map<String, Integer> counts = new TreeMap<>();
        for (InstanceInfo instance : instances) {
            String found = value.apply(instance);
            counts.merge(found == null ? absent : TextExtensions.brief(found), 1, Integer::sum);
        }
        List<String> words = new ArrayList<>();
        counts.forEach((text, count) -> words.add((text + " (" + count + ")").strip()));
        return words.size() > MOST_NAMED ? words.size() + " different" : String.join(", ", words);
    }
}
