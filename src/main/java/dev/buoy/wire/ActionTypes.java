package dev.buoy.wire;

import dev.buoy.model.ActionType;

/** Action types by their names on the wire. */
final class ActionTypes {
    private ActionTypes() {}

    /** The type of exactly this name, or {@code null}. */
    static ActionType named(String name) {
        return switch (name) {
            case "ADDED" -> ActionType.ADDED;
            case "MODIFIED" -> ActionType.MODIFIED;
            case "DELETED" -> ActionType.DELETED;
            default -> null;
        };
    }
}
