package dev.buoy.testing;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.LeaseConfig;
import dev.buoy.config.SelfPreservationConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Settings without a container: the defaults, but for the pairs of full key and value that a test states. */
public final class Settings {
    private Settings() {}

    public static EurekaServerConfig server(String... pairs) {
        return of(EurekaServerConfig.class, pairs);
    }

    public static LeaseConfig lease(String... pairs) {
        return of(LeaseConfig.class, pairs);
    }

    public static SelfPreservationConfig selfPreservation(String... pairs) {
        return of(SelfPreservationConfig.class, pairs);
    }

    /** Any of the interfaces of {@code dev.buoy.config}. A key that it does not know fails the test. */
    public static <T> T of(Class<T> mapping, String... pairs) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withMapping(mapping)
                .withSources(new PropertiesConfigSource(asMap(pairs), "test", 100))
                .build()
                .getConfigMapping(mapping);
    }

    private static Map<String, String> asMap(String... pairs) {
        var map = new HashMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
