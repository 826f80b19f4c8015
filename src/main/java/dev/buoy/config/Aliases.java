package dev.buoy.config;

import java.util.Map;

/** Second names of settings, as older Eureka servers have them (contract §12). */
final class Aliases {
    private static final Map<String, String> TARGETS = Map.of(
            LooseName.of("eureka.server.expectedNumberOfRenewsPerMin"),
            LooseName.of("eureka.instance.registry.expected-number-of-clients-sending-renews"),
            LooseName.of("eureka.server.defaultOpenForTrafficCount"),
            LooseName.of("eureka.instance.registry.default-open-for-traffic-count"));

    private Aliases() {}

    /** The loose name that another one stands for; itself if it is no alias. */
    static String resolve(String looseName) {
        return TARGETS.getOrDefault(looseName, looseName);
    }
}
