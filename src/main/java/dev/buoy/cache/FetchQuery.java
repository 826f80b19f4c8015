package dev.buoy.cache;

/**
 * What a client asks to see of the registry (contract §1.4).
 *
 * @param kind which answer
 * @param name the application (upper case) or VIP asked for, exactly as it is listed; empty for the kinds that name nothing
 */
public record FetchQuery(Kind kind, String name) {
    /** The whole registry. */
    public static final FetchQuery ALL = new FetchQuery(Kind.ALL, "");
    /** What changed lately. */
    public static final FetchQuery DELTA = new FetchQuery(Kind.DELTA, "");

    /** Which answer. */
    public enum Kind {
        ALL,
        DELTA,
        APPLICATION,
        VIP,
        SECURE_VIP;

        /** Whether there are as many such answers as there are names. */
        boolean isNamed() {
            return this != ALL && this != DELTA;
        }
    }

    /** One application. */
    public static FetchQuery application(String name) {
        return new FetchQuery(Kind.APPLICATION, name);
    }

    /** The instances that list a VIP name. */
    public static FetchQuery vip(String name) {
        return new FetchQuery(Kind.VIP, name);
    }

    /** The instances that list a secure VIP name. */
    public static FetchQuery secureVip(String name) {
        return new FetchQuery(Kind.SECURE_VIP, name);
    }
}
