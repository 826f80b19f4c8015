package dev.buoy.cache;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Tail;
import dev.buoy.model.Application;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.registry.Registry;
import dev.buoy.registry.RegistryView;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changed within the retention time (contract §7.1, §7.2): each instance once, in its latest state, and removed ones
 * last within their application. Follows the change log at its own pace; a change costs work for its application only.
 *
 * <p>Invariant: {@link #latest} holds, for the view of {@link #present}, the newest entry of each instance that changed
 * lately, oldest first, and {@link #applications} the same by application. Guarded by this object's monitor; the change
 * log's is taken within it.
 */
final class DeltaWindow {
    private final Registry registry;
    private final ChangeLog log;
    private final InstantSource clock;
    private final long retention;

    private final Map<InstanceKey, LogEntry> latest = new LinkedHashMap<>();
    private final Map<String, Changes> applications = new TreeMap<>();
    private Delta present;

    /**
     * A delta at one moment.
     *
     * @param view       the registry that a copy becomes by it
     * @param changed    the applications with changes, by name
     * @param validUntil when its oldest entry leaves it, epoch milliseconds; it is true while the view is current and this
     *                   has not passed
     */
    record Delta(RegistryView view, List<Application> changed, long validUntil) {}

    /** The changes of one application. */
    private static final class Changes {
        private Application listed;
        private Application removed;
        private Application both;

        Changes(String name) {
            listed = Application.empty(name);
            removed = Application.empty(name);
        }

        void put(InstanceInfo instance, boolean removes) {
            drop(instance.instanceId());
            if (removes) {
                removed = removed.with(instance);
            } else {
                listed = listed.with(instance);
            }
        }

        void drop(String id) {
            listed = listed.without(id);
            removed = removed.without(id);
        }
    }

    /** @param retention how long a change stays, milliseconds; the log must keep entries for as long */
    DeltaWindow(Registry registry, ChangeLog log, InstantSource clock, long retention) {
        this.registry = registry;
        this.log = log;
        this.clock = clock;
        this.retention = retention;
    }

    /** The delta for the present view, or one of a view yet newer. */
    synchronized Delta present() {
        RegistryView view = registry.view(); // before the log is read, which then holds all of it
        long now = clock.millis();
        if (present != null && present.view() == view && now <= present.validUntil()) {
            return present;
        }
        Set<String> touched = new TreeSet<>();
        follow(view, touched);
        expire(now, touched);
        touched.forEach(this::rejoin);
        present = new Delta(view, changed(), validUntil());
        return present;
    }

    /** Lets go of all, until asked again. */
    synchronized void forget() {
        latest.clear();
        applications.clear();
        present = null;
    }

    private void follow(RegistryView view, Set<String> touched) {
        List<LogEntry> news;
        Tail tail = present == null ? null : log.after(present.view().revision());
        if (tail == null || tail.compacted()) {
            // What the log has is all there is within its retention. If it had to drop more than that, hash codes
            // differ and clients fetch all, once.
            forget();
            news = log.kept();
        } else {
            news = tail.entries();
        }
        for (LogEntry entry : news) {
            if (entry.revision() <= view.revision()) {
                InstanceKey key = entry.change().key();
                latest.remove(key);
                latest.put(key, entry);
                applications
                        .computeIfAbsent(key.app(), Changes::new)
                        .put(entry.change().instance(), entry.change().kind().removes());
                touched.add(key.app());
            }
        }
    }

    private void expire(long now, Set<String> touched) {
        Iterator<LogEntry> oldestFirst = latest.values().iterator();
        while (oldestFirst.hasNext()) {
            LogEntry entry = oldestFirst.next();
            if (entry.at() + retention >= now) {
                return;
            }
            InstanceKey key = entry.change().key();
            oldestFirst.remove();
            applications.get(key.app()).drop(key.id());
            touched.add(key.app());
        }
    }

    private void rejoin(String name) {
        Changes changes = applications.get(name);
        changes.both = changes.listed.followedBy(changes.removed);
        if (changes.both.isEmpty()) {
            applications.remove(name);
        }
    }

    private List<Application> changed() {
        List<Application> changed = new ArrayList<>(applications.size());
        applications.values().forEach(changes -> changed.add(changes.both));
        return List.copyOf(changed);
    }

    private long validUntil() {
        return latest.isEmpty()
                ? Long.MAX_VALUE
                : latest.values().iterator().next().at() + retention;
    }
}
