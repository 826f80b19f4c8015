package dev.buoy.peer;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.wire.RegistrationCheck;

/** What is done with a copy of an instance that a peer sent because it is newer than ours (contract §9.2). */
final class PeerCopies {
    private PeerCopies() {}

    /** Takes it over, if it is of the instance that was asked about, makes sense, and is newer indeed. */
    static void takeNewer(Registry registry, String app, String id, InstanceInfo theirs) {
        if (!theirs.instanceId().equals(id)
                || RegistrationCheck.firstFault(app, theirs).isPresent()) {
            return;
        }
        InstanceInfo ours = registry.view().applications().instance(app, id).orElse(null);
        if (ours == null || ours.lastDirtyTimestamp() >= theirs.lastDirtyTimestamp()) {
            return;
        }
        if (registry.register(Origin.PEER, theirs) && theirs.overriddenStatus() != InstanceStatus.UNKNOWN) {
            registry.overrideStatus(Origin.PEER, app, id, theirs.overriddenStatus(), Registry.NO_TIMESTAMP);
        }
    }
}
