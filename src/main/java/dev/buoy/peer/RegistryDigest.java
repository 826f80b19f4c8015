package dev.buoy.peer;

import dev.buoy.model.Application;
import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.Registry;
import dev.buoy.registry.RegistryView;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A short number for what is listed, such that registries with equal numbers list the same: of each application, the sum over
 * its instances of a hash of all that clients see, save the times of the lease. The order of instances does not matter.
 */
public final class RegistryDigest {
    private final Registry registry;
    private Taken last = new Taken(-1, 0, 0, new TreeMap<>());
    private Map<Application, Long> known = new IdentityHashMap<>();

    /**
     * The digest at one moment.
     *
     * @param revision     of the view it was made of
     * @param instances    how many are listed
     * @param all          of the whole registry
     * @param applications of each, by name
     */
    public record Taken(long revision, int instances, long all, SortedMap<String, Long> applications) {
        /** The whole as text. */
        public String text() {
            return Long.toHexString(all);
        }
    }

    public RegistryDigest(Registry registry) {
        this.registry = registry;
    }

    /** Of the present view. Only applications that changed since the last call are looked at. */
    public synchronized Taken take() {
        RegistryView view = registry.view();
        if (view.revision() == last.revision()) {
            return last;
        }
        Map<Application, Long> next = new IdentityHashMap<>();
        SortedMap<String, Long> byName = new TreeMap<>();
        int instances = 0;
        long all = 0;
        for (Application application : view.applications()) {
            Long sum = known.get(application);
            if (sum == null) {
                sum = of(application);
            }
            next.put(application, sum);
            byName.put(application.name(), sum);
            instances += application.size();
            all += mix(sum ^ application.name().hashCode());
        }
        known = next;
        last = new Taken(view.revision(), instances, all, byName);
        return last;
    }

    private static long of(Application application) {
        long[] sum = {0};
        application.forEach(instance -> sum[0] += of(instance));
        return sum[0];
    }

    /** A hash of what is served of an instance, save times that each server sets for itself. Equal on every node. */
    static long of(InstanceInfo instance) {
        long h = text(1, instance.app());
        h = text(h, instance.instanceId());
        h = text(h, instance.hostName());
        h = text(h, instance.ipAddr());
        h = text(h, instance.status().name());
        h = text(h, instance.overriddenStatus().name());
        h = mix(h + instance.port().number() * 2L + (instance.port().enabled() ? 1 : 0));
        h = mix(h + instance.securePort().number() * 2L + (instance.securePort().enabled() ? 1 : 0));
        h = text(h, instance.vipAddress());
        h = text(h, instance.secureVipAddress());
        h = text(h, instance.appGroupName());
        h = text(h, instance.homePageUrl());
        h = text(h, instance.statusPageUrl());
        h = text(h, instance.healthCheckUrl());
        h = text(h, instance.secureHealthCheckUrl());
        h = text(h, instance.asgName());
        h = mix(h + instance.lastDirtyTimestamp());
        h = mix(h + instance.leaseInfo().durationInSecs());
        h = mix(h + instance.leaseInfo().renewalIntervalInSecs());
        Map<String, String> metadata = new HashMap<>(instance.metadata().toMap());
        long entries = 0;
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
            entries += mix(text(text(2, entry.getKey()), entry.getValue()));
        }
        return mix(h + entries);
    }

    private static long text(long h, String text) {
        if (text == null) {
            return mix(h + 1);
        }
        long sum = h;
        for (int i = 0; i < text.length(); i++) {
            sum = 31 * sum + text.charAt(i);
        }
        return mix(sum);
    }

    // The finalizer of SplitMix64: every bit of the input changes half of the output.
    private static long mix(long value) {
        long h = value + 0x9E3779B97F4A7C15L;
        h = (h ^ h >>> 30) * 0xBF58476D1CE4E5B9L;
        h = (h ^ h >>> 27) * 0x94D049BB133111EBL;
        return h ^ h >>> 31;
    }
}
