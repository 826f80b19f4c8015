package dev.buoy.model;

/**
 * A port of an instance.
 *
 * @param number  0 to 65535
 * @param enabled whether clients should use it
 */
public record PortInfo(int number, boolean enabled) {
    /** What an instance that states no port is taken to have (contract §3.2). */
    public static final PortInfo DEFAULT = new PortInfo(7001, true);

    /** What an instance that states no secure port is taken to have (contract §3.2). */
    public static final PortInfo DEFAULT_SECURE = new PortInfo(7002, false);

    public PortInfo {
        if (number < 0 || number > 65535) {
            throw new IllegalArgumentException("port must be 0 to 65535: " + number);
        }
    }
}
