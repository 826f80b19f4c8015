package dev.buoy.model;

/** How many instances there are of each status. Immutable. Its text is the hash code that clients compare (contract §7.3). */
public final class StatusCounts {
    public static final StatusCounts NONE = new StatusCounts(new int[InstanceStatus.count()]);

    private final int[] counts;
    private String hashCode;

    private StatusCounts(int[] counts) {
        this.counts = counts;
    }

    /** Counted afresh. */
    public static StatusCounts of(Iterable<Application> applications) {
        int[] counts = new int[InstanceStatus.count()];
        for (Application application : applications) {
            application.forEach(instance -> counts[instance.status().ordinal()]++);
        }
        return new StatusCounts(counts);
    }

    public int of(InstanceStatus status) {
        return counts[status.ordinal()];
    }

    public int total() {
        int total = 0;
        for (int count : counts) {
            total += count;
        }
        return total;
    }

    /** With one instance more of a status. */
    public StatusCounts plus(InstanceStatus status) {
        return changed(status, 1);
    }

    /** With one instance fewer of a status. */
    public StatusCounts minus(InstanceStatus status) {
        return changed(status, -1);
    }

    private StatusCounts changed(InstanceStatus status, int by) {
        int[] changed = counts.clone();
        changed[status.ordinal()] += by;
        return new StatusCounts(changed);
    }

    /** {@code DOWN_2_UP_8_}: each status that occurs, in the order of the names; empty without instances. */
    public String appsHashCode() {
        String known = hashCode;
        if (known == null) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    text.append(InstanceStatus.at(i).name())
                            .append('_')
                            .append(counts[i])
                            .append('_');
                }
            }
            known = text.toString();
            hashCode = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return appsHashCode();
    }
}
