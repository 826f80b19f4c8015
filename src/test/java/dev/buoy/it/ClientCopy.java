package dev.buoy.it;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The registry as a Netflix client holds it: it adopts a full answer, then applies deltas in the order of their document
 * (contract §14.3).
 */
final class ClientCopy {
    /** Status by instance id, by application. */
    private final Map<String, Map<String, String>> applications = new LinkedHashMap<>();

    static ClientCopy of(RegistryDocument full) {
        var copy = new ClientCopy();
        full.instances().forEach(copy::put);
        return copy;
    }

    /** A copy of its own, as old as this one. */
    ClientCopy duplicate() {
        var copy = new ClientCopy();
        applications.forEach((app, instances) -> copy.applications.put(app, new LinkedHashMap<>(instances)));
        return copy;
    }

    void apply(RegistryDocument delta) {
        for (RegistryDocument.Listed change : delta.instances()) {
            if (change.actionType().equals("DELETED")) {
                remove(change);
            } else {
                if (!applications.containsKey(change.app())) {
                    // The client adopts the delta's whole application, those about to be deleted included.
                    delta.instances().stream()
                            .filter(one -> one.app().equals(change.app()))
                            .forEach(this::put);
                }
                put(change);
            }
        }
    }

    private void put(RegistryDocument.Listed instance) {
        applications
                .computeIfAbsent(instance.app(), app -> new LinkedHashMap<>())
                .put(instance.id(), instance.status());
    }

    private void remove(RegistryDocument.Listed instance) {
        var instances = applications.get(instance.app());
        if (instances != null) {
            instances.remove(instance.id());
            if (instances.isEmpty()) {
                applications.remove(instance.app());
            }
        }
    }

    String hashCodeOfAll() {
        return RegistryDocument.hashCode(
                applications.values().stream().flatMap(instances -> instances.values().stream())::iterator);
    }

    Map<String, Map<String, String>> applications() {
        return applications;
    }
}
