package dev.buoy.web;

import dev.buoy.model.ActionType;
import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.peer.RemoteRegion;
import dev.buoy.registry.RegistryView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** This region's registry with copies of others. An instance that several list is the own one, or that of the first. */
final class JoinedRegions {
    private JoinedRegions() {}

    static Applications join(RegistryView own, List<RemoteRegion.Copy> copies) {
        Applications all = own.applications();
        for (RemoteRegion.Copy copy : copies) {
            for (Application application : copy.applications()) {
                for (InstanceInfo instance : application.instances()) {
                    if (all.instance(instance.app(), instance.instanceId()).isEmpty()) {
                        all = all.with(instance);
                    }
                }
            }
        }
        return all;
    }

    /** The changes of all, removed instances last. One that another still lists has not gone. */
    static Applications joinChanges(List<Application> own, Applications all, List<RemoteRegion.Copy> copies) {
        Map<String, Map<String, InstanceInfo>> byApp = new TreeMap<>();
        for (Application application : own) {
            application.forEach(instance -> put(instance, all, byApp));
        }
        for (RemoteRegion.Copy copy : copies) {
            copy.changed().forEach(instance -> put(instance, all, byApp));
        }
        List<Application> joined = new ArrayList<>();
        byApp.forEach((app, instances) -> {
            List<InstanceInfo> ordered = new ArrayList<>(instances.values());
            ordered.sort((a, b) ->
                    Boolean.compare(a.actionType() == ActionType.DELETED, b.actionType() == ActionType.DELETED));
            joined.add(Application.listing(app, ordered));
        });
        return Applications.of(joined);
    }

    private static void put(InstanceInfo changed, Applications all, Map<String, Map<String, InstanceInfo>> byApp) {
        InstanceInfo listed = all.instance(changed.app(), changed.instanceId()).orElse(null);
        boolean gone = changed.actionType() == ActionType.DELETED;
        if (gone && listed != null) {
            return;
        }
        InstanceInfo shown = gone
                ? changed
                : listed == null
                        ? null
                        : listed.toBuilder().actionType(changed.actionType()).build();
        if (shown != null) {
            byApp.computeIfAbsent(changed.app(), app -> new TreeMap<>()).putIfAbsent(changed.instanceId(), shown);
        }
    }

    static Applications vip(Applications all, String vip, boolean secure) {
        List<Application> found = new ArrayList<>();
        for (Application application : all) {
            List<InstanceInfo> listing = new ArrayList<>();
            application.forEach(instance -> {
                String names = secure ? instance.secureVipAddress() : instance.vipAddress();
                if (names != null && Arrays.asList(names.split(",")).contains(vip)) {
                    listing.add(instance);
                }
            });
            if (!listing.isEmpty()) {
                found.add(Application.listing(application.name(), listing));
            }
        }
        return Applications.of(found);
    }
}
