package dev.buoy.model;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Applications in the order of their names, with the counts of their instances by status. Immutable; a change copies the
 * array of references and shares all else.
 */
public final class Applications extends AbstractList<Application> {
    public static final Applications NONE = new Applications(new Application[0], StatusCounts.NONE);

    private final Application[] byName;
    private final StatusCounts counts;

    private Applications(Application[] byName, StatusCounts counts) {
        this.byName = byName;
        this.counts = counts;
    }

    /** These applications, sorted and counted; empty ones are left out. */
    public static Applications of(List<Application> applications) {
        Application[] byName = applications.stream()
                .filter(application -> !application.isEmpty())
                .sorted(Comparator.comparing(Application::name))
                .toArray(Application[]::new);
        return new Applications(byName, StatusCounts.of(Arrays.asList(byName)));
    }

    @Override
    public Application get(int index) {
        return byName[index];
    }

    @Override
    public int size() {
        return byName.length;
    }

    /** How many instances of each status these applications have. */
    public StatusCounts counts() {
        return counts;
    }

    /** The application of exactly this name. */
    public Optional<Application> application(String name) {
        int at = indexOf(name);
        return at >= 0 ? Optional.of(byName[at]) : Optional.empty();
    }

    public Optional<InstanceInfo> instance(String app, String id) {
        return application(app).flatMap(application -> application.instance(id));
    }

    /** With this instance added, or put in place of the one with its key. */
    public Applications with(InstanceInfo instance) {
        int at = indexOf(instance.app());
        if (at < 0) {
            int insert = -at - 1;
            Application[] grown = new Application[byName.length + 1];
            System.arraycopy(byName, 0, grown, 0, insert);
            grown[insert] = Application.empty(instance.app()).with(instance);
            System.arraycopy(byName, insert, grown, insert + 1, byName.length - insert);
            return new Applications(grown, counts.plus(instance.status()));
        }
        Optional<InstanceInfo> former = byName[at].instance(instance.instanceId());
        StatusCounts without = former.isPresent() ? counts.minus(former.get().status()) : counts;
        Application[] changed = byName.clone();
        changed[at] = byName[at].with(instance);
        return new Applications(changed, without.plus(instance.status()));
    }

    /** Without the instance of this key, and without its application when that was the last; the same object if unknown. */
    public Applications without(InstanceKey key) {
        int at = indexOf(key.app());
        if (at < 0) {
            return this;
        }
        Optional<InstanceInfo> former = byName[at].instance(key.id());
        if (former.isEmpty()) {
            return this;
        }
        StatusCounts left = counts.minus(former.get().status());
        Application shrunk = byName[at].without(key.id());
        if (!shrunk.isEmpty()) {
            Application[] changed = byName.clone();
            changed[at] = shrunk;
            return new Applications(changed, left);
        }
        Application[] fewer = new Application[byName.length - 1];
        System.arraycopy(byName, 0, fewer, 0, at);
        System.arraycopy(byName, at + 1, fewer, at, fewer.length - at);
        return new Applications(fewer, left);
    }

    private int indexOf(String name) {
        int low = 0;
        int high = byName.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = byName[middle].name().compareTo(name);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
