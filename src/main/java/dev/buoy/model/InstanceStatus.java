package dev.buoy.model;

import java.util.Optional;

/** Whether an instance takes traffic. In the order of their names, which is the order of the hash code (contract §7.3). */
public enum InstanceStatus {
    DOWN,
    OUT_OF_SERVICE,
    STARTING,
    UNKNOWN,
    UP;

    private static final InstanceStatus[] VALUES = values();

    /** The status of exactly this name, or empty. */
    public static Optional<InstanceStatus> named(String name) {
        for (InstanceStatus status : VALUES) {
            if (status.name().equals(name)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }

    /** How many statuses there are. */
    public static int count() {
        return VALUES.length;
    }

    static InstanceStatus at(int ordinal) {
        return VALUES[ordinal];
    }
}
