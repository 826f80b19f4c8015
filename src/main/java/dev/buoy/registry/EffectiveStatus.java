package dev.buoy.registry;

import dev.buoy.model.InstanceStatus;

/** Which status is served (contract §5.3, with D-15: without an override the client's latest word counts). */
final class EffectiveStatus {
    private EffectiveStatus() {}

    /**
     * @param reported what the instance says of itself
     * @param override the status forced on it, or null
     */
    static InstanceStatus of(InstanceStatus reported, InstanceStatus override) {
        boolean believed = reported != InstanceStatus.UP && reported != InstanceStatus.OUT_OF_SERVICE;
        return believed || override == null ? reported : override;
    }
}
