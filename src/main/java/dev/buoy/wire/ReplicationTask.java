package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;

/**
 * One entry of a batch between servers (contract §9.3).
 *
 * @param action             what to do; {@code null} only with a fault
 * @param appName            application, in upper case when it was received; {@code null} only with a fault
 * @param id                 instance id; {@code null} only with a fault
 * @param lastDirtyTimestamp version of the sender's copy, epoch milliseconds; {@link EurekaCodec#NO_TIMESTAMP} if absent
 * @param overriddenStatus   status that an operator forced, or {@code null}
 * @param status             status to set, or to fall back to, or just the present one; or {@code null}
 * @param instance           copy of the sender, with {@code Register} only; otherwise {@code null}
 * @param fault              why this entry cannot be applied; {@code null} when it can
 */
public record ReplicationTask(
        ReplicationAction action,
        String appName,
        String id,
        long lastDirtyTimestamp,
        InstanceStatus overriddenStatus,
        InstanceStatus status,
        InstanceInfo instance,
        String fault) {

    /** An entry to send. */
    public ReplicationTask(
            ReplicationAction action,
            String appName,
            String id,
            long lastDirtyTimestamp,
            InstanceStatus overriddenStatus,
            InstanceStatus status,
            InstanceInfo instance) {
        this(action, appName, id, lastDirtyTimestamp, overriddenStatus, status, instance, null);
    }

    public boolean isFaulty() {
        return fault != null;
    }
}
