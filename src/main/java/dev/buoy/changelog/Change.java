package dev.buoy.changelog;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;

/**
 * One change of one instance.
 *
 * @param kind     what happened
 * @param instance the instance after it; of a removed one, its last state with the eviction time set (contract §7.2)
 * @param incoming what the client sent, when the kind is REGISTERED: peers are sent this and not the served copy
 *                 (contract §5.2); otherwise the same as {@code instance}
 */
public record Change(ChangeKind kind, InstanceInfo instance, InstanceInfo incoming) {

    public Change(ChangeKind kind, InstanceInfo instance) {
        this(kind, instance, instance);
    }

    public InstanceKey key() {
        return instance.key();
    }
}
