package dev.buoy.wire;

/** What one server tells another about an instance. The names are those of the wire (contract §9.3). */
public enum ReplicationAction {
    Register,
    Heartbeat,
    Cancel,
    StatusUpdate,
    DeleteStatusOverride;

    /** The action of exactly this name, or {@code null}. */
    static ReplicationAction named(String name) {
        return switch (name) {
            case "Register" -> Register;
            case "Heartbeat" -> Heartbeat;
            case "Cancel" -> Cancel;
            case "StatusUpdate" -> StatusUpdate;
            case "DeleteStatusOverride" -> DeleteStatusOverride;
            default -> null;
        };
    }
}
