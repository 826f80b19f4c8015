package dev.buoy.metrics;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.StatusCounts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Instances by application and status, of a bounded number of applications; those of the rest are added up as {@value #OTHER}.
 * An application keeps its name for as long as it is listed, so that no series jumps between the two. One whose name is longer than
 * {@value #LONGEST_NAME} characters never gets a series of its own: clients choose names, and a scrape must stay small.
 *
 * <p>An application that is the same object as the last time is not counted again.
 */
final class InstanceCounts {
    /** No application has this name: theirs are upper case. */
    static final String OTHER = "_other";

    static final int LONGEST_NAME = 200;

    private final int maxApplications;
    private final Set<String> named = new HashSet<>();
    private Map<String, Counted> counted = Map.of();

    private record Counted(Application application, StatusCounts counts) {}

    /** Whose instances, of which status. */
    record Series(String application, InstanceStatus status) {}

    InstanceCounts(int maxApplications) {
        this.maxApplications = maxApplications;
    }

    /** How many instances there are of each series that has any. */
    Map<Series, Integer> of(Applications applications) {
        Map<String, Counted> now = new HashMap<>(2 * applications.size());
        for (Application application : applications) {
            Counted before = counted.get(application.name());
            boolean same = before != null && before.application() == application;
            now.put(
                    application.name(),
                    same ? before : new Counted(application, StatusCounts.of(List.of(application))));
        }
        counted = now;
        named.retainAll(now.keySet());
        for (Application application : applications) {
            if (named.size() >= maxApplications) {
                break;
            }
            if (application.name().length() <= LONGEST_NAME) {
                named.add(application.name());
            }
        }
        return series();
    }

    private Map<Series, Integer> series() {
        Map<Series, Integer> series = new HashMap<>();
        counted.forEach((name, application) -> {
            String label = named.contains(name) ? name : OTHER;
            for (InstanceStatus status : InstanceStatus.values()) {
                int instances = application.counts().of(status);
                if (instances > 0) {
                    series.merge(new Series(label, status), instances, Integer::sum);
                }
            }
        });
        return series;
    }
}
