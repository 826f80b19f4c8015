package dev.buoy.audit;

/**
 * What somebody does, or wants to.
 *
 * @param who    name of the caller, or {@link #ANYBODY}
 * @param from   the address that the request came from
 * @param action what is done, as a verb: {@code remove}, {@code register}
 * @param target what it is done to: {@code ORDERS(orders-1)}
 */
public record Act(String who, String from, String action, String target) {
    /** Stands for a caller who did not say who he is. */
    public static final String ANYBODY = "anonymous";

    // Names of applications and ids are clients' text of any length.
    private static final int LONGEST = 200;

    public Act {
        who = shortened(who);
        from = shortened(from);
        action = shortened(action);
        target = shortened(target);
    }

    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
