package dev.buoy.registry;

import dev.buoy.model.InstanceKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * All leases, by application and id. Looked up without a lock and without an object for the key; written under the
 * registry's lock only.
 */
final class LeaseTable {
    private final Map<String, Map<String, Lease>> byApplication = new ConcurrentHashMap<>();
    private volatile int size;

    /** The lease, or null. */
    Lease find(String app, String id) {
        Map<String, Lease> leases = byApplication.get(app);
        return leases == null ? null : leases.get(id);
    }

    /** Some lease of this id, in whatever application, or null. */
    Lease find(String id) {
        for (Map<String, Lease> leases : byApplication.values()) {
            Lease lease = leases.get(id);
            if (lease != null) {
                return lease;
            }
        }
        return null;
    }

    /** Any lease of the application, or null. */
    Lease sibling(String app) {
        Map<String, Lease> leases = byApplication.get(app);
        if (leases == null) {
            return null;
        }
        var all = leases.values().iterator();
        return all.hasNext() ? all.next() : null;
    }

    void put(Lease lease) {
        InstanceKey key = lease.key();
        Map<String, Lease> leases = byApplication.computeIfAbsent(key.app(), app -> new ConcurrentHashMap<>(8));
        if (leases.put(key.id(), lease) == null) {
            size = size + 1;
        }
    }

    void remove(InstanceKey key) {
        Map<String, Lease> leases = byApplication.get(key.app());
        if (leases != null && leases.remove(key.id()) != null) {
            size = size - 1;
            if (leases.isEmpty()) {
                byApplication.remove(key.app());
            }
        }
    }

    int size() {
        return size;
    }

    void forEach(Consumer<Lease> action) {
        byApplication.values().forEach(leases -> leases.values().forEach(action));
    }
}
