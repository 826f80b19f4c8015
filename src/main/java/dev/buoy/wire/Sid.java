package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;

/** The old label {@code sid}, which is left out while unused (contract §3.2). */
final class Sid {
    private Sid() {}

    static boolean isUnused(String sid) {
        return sid == null || sid.equals(InstanceInfo.NO_SID) || sid.equals("unknown");
    }
}
