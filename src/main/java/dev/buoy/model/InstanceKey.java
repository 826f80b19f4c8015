package dev.buoy.model;

/**
 * What names an instance in the whole registry.
 *
 * @param app application name, upper case
 * @param id  instance id, compared exactly
 */
public record InstanceKey(String app, String id) implements Comparable<InstanceKey> {

    @Override
    public int compareTo(InstanceKey other) {
        int byApp = app.compareTo(other.app);
        return byApp != 0 ? byApp : id.compareTo(other.id);
    }

    /** {@code APP(id)}, as the reference's lists of recent leases show it (contract §13). */
    @Override
    public String toString() {
        return app + "(" + id + ")";
    }
}
