package dev.buoy.registry;

import dev.buoy.model.InstanceInfo;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which applications have instances under a (secure) VIP name. Written under the registry's lock; a name is added before
 * the view that shows it and removed after the one that no longer does, so readers may find too many applications, never
 * too few.
 */
final class VipIndex {
    private final Map<String, Map<String, Integer>> plain = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Integer>> secure = new ConcurrentHashMap<>();

    void add(InstanceInfo instance) {
        add(plain, instance.vipAddress(), instance.app());
        add(secure, instance.secureVipAddress(), instance.app());
    }

    void remove(InstanceInfo instance) {
        remove(plain, instance.vipAddress(), instance.app());
        remove(secure, instance.secureVipAddress(), instance.app());
    }

    Set<String> applications(String vip, boolean secureOnes) {
        return (secureOnes ? secure : plain).getOrDefault(vip, Map.of()).keySet();
    }

    /** Whether a list of names, split at commas without trimming (contract §1.4), has this one. */
    static boolean lists(String names, String vip) {
        if (names == null) {
            return false;
        }
        if (names.indexOf(',') < 0) {
            return names.equals(vip);
        }
        for (String name : names.split(",")) {
            if (name.equals(vip)) {
                return true;
            }
        }
        return false;
    }

    private static void add(Map<String, Map<String, Integer>> index, String names, String app) {
        if (names != null) {
            for (String name : names.split(",")) {
                index.computeIfAbsent(name, n -> new ConcurrentHashMap<>(4)).merge(app, 1, Integer::sum);
            }
        }
    }

    private static void remove(Map<String, Map<String, Integer>> index, String names, String app) {
        if (names != null) {
            for (String name : names.split(",")) {
                Map<String, Integer> apps = index.get(name);
                if (apps != null) {
                    apps.computeIfPresent(app, (a, count) -> count > 1 ? count - 1 : null);
                    if (apps.isEmpty()) {
                        index.remove(name);
                    }
                }
            }
        }
    }
}
