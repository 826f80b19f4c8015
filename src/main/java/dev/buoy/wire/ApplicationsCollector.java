package dev.buoy.wire;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Puts instances that are being read in the order that the model wants. Of two with one key the later counts. */
final class ApplicationsCollector {
    long versionsDelta = -1;
    String appsHashCode = "";

    private final Map<String, Map<String, InstanceInfo>> byApp = new TreeMap<>();
    private final List<InstanceInfo> ofThisApplication = new ArrayList<>();
    private int unreadable;

    void add(InstanceInfo instance) {
        ofThisApplication.add(instance);
    }

    void addUnreadable() {
        unreadable++;
    }

    /** Files what was added since the last call. Instances that do not say to which application they belong are of this. */
    void endApplication(String name) {
        for (InstanceInfo instance : ofThisApplication) {
            String app = instance.app() != null || name == null ? instance.app() : name.toUpperCase(Locale.ROOT);
            if (app == null || instance.instanceId() == null) {
                unreadable++;
            } else {
                InstanceInfo known = app.equals(instance.app())
                        ? instance
                        : instance.toBuilder().app(app).build();
                byApp.computeIfAbsent(app, any -> new TreeMap<>()).put(known.instanceId(), known);
            }
        }
        ofThisApplication.clear();
    }

    DecodedApplications build() {
        List<Application> applications = new ArrayList<>(byApp.size());
        byApp.forEach((app, byId) -> applications.add(Application.listing(app, List.copyOf(byId.values()))));
        return new DecodedApplications(versionsDelta, appsHashCode, Applications.of(applications), unreadable);
    }
}
