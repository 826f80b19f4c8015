package dev.buoy.dashboard;

/** What an administrator may do to instances. */
enum Deed {
    TAKE_OUT("take-out", "Take out of service", "take out of service"),
    BRING_BACK("bring-back", "Bring back", "bring back"),
    CLEAR("clear", "Clear override", "clear override"),
    REMOVE("remove", "Remove", "remove");

    private final String id;
    private final String label;
    private final String action;

    Deed(String id, String label, String action) {
        this.id = id;
        this.label = label;
        this.action = action;
    }

    /** As forms name it. */
    String id() {
        return id;
    }

    String label() {
        return label;
    }

    /** As the audit trail names it. */
    String action() {
        return action;
    }

    /** The deed of this id; null if there is none. */
    static Deed of(String id) {
        for (Deed deed : values()) {
            if (deed.id.equals(id)) {
                return deed;
            }
        }
        return null;
    }

    /** What will happen, for the page that asks whether it is meant. */
    String consequence() {
        return switch (this) {
            case TAKE_OUT ->
                "Served as OUT_OF_SERVICE from now on, whatever their clients say, until somebody brings them back."
                        + " Callers stop choosing them once they have fetched the registry again, as a rule within 30"
                        + " seconds; requests under way are not cut off.";
            case BRING_BACK ->
                "Served as UP from now on. An override is taken back, so that their clients' own word counts again "
                        + "from their next registration on.";
            case CLEAR -> "An override is taken back: served with the status that their clients last reported.";
            case REMOVE ->
                "No longer listed, here and on every peer. An instance that is alive is told so by the answer to its"
                        + " next heartbeat and registers again, as a rule within 30 seconds; to keep it from callers, take"
                        + " it out of service instead.";
        };
    }
}
