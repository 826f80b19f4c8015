package dev.buoy.config;

import io.smallrye.config.ConfigMappings.ConfigClass;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** All keys that the interfaces of this room name, each with its default. */
public final class KnownKeys {
    /** Every interface with a prefix; one that is missing here has keys that are warned about. */
    static final List<Class<?>> INTERFACES = List.of(
            EurekaConfig.class,
            ActuatorConfig.class,
            EurekaServerConfig.class,
            EurekaClientConfig.class,
            EurekaInstanceConfig.class,
            EurekaInstanceRegistryConfig.class,
            DashboardConfig.class,
            HttpConfig.class,
            LeaseConfig.class,
            LogConfig.class,
            MetricsConfig.class,
            PeersConfig.class,
            SecurityConfig.class,
            SelfPreservationConfig.class,
            SnapshotConfig.class,
            SpringSecurityConfig.class);

    private static final String ANY_NAME = ".*";
    private static final String ANY_INDEX = "[*]";
    /** Of one element of a list, as a property or a variable. */
    private static final Pattern INDEX = Pattern.compile("(\\[\\d+]|_\\d+_)$");

    private final Map<String, Key> byLooseName = new TreeMap<>();
    private final Map<String, Key> mapsByLoosePrefix = new TreeMap<>();

    KnownKeys() {
        INTERFACES.forEach(type -> ConfigClass.configClass(type)
                .getProperties()
                .forEach((name, value) -> add(name, Optional.ofNullable(value))));
    }

    private void add(String name, Optional<String> defaultValue) {
        if (name.endsWith(ANY_NAME)) {
            var prefix = name.substring(0, name.length() - ANY_NAME.length());
            mapsByLoosePrefix.put(LooseName.of(prefix), new Key(prefix, Optional.empty(), true));
        } else if (!name.endsWith(ANY_INDEX)) {
            byLooseName.put(LooseName.of(name), new Key(name, defaultValue, false));
        }
    }

    /** The key that a name means, however it is spelled. A name below a map means the map. */
    Optional<Key> find(String name) {
        var key =
                byLooseName.get(Aliases.resolve(LooseName.of(INDEX.matcher(name).replaceFirst(""))));
        return key != null ? Optional.of(key) : findMap(name);
    }

    private Optional<Key> findMap(String name) {
        return mapsByLoosePrefix.entrySet().stream()
                .filter(map -> !LooseName.after(map.getKey(), name).isEmpty())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The keys that hold one value. */
    Collection<Key> single() {
        return byLooseName.values();
    }

    /** The keys below which names are free. */
    Collection<Key> maps() {
        return mapsByLoosePrefix.values();
    }

    /**
     * A key as it is documented.
     *
     * @param name with dashes; of a map, its prefix without the final dot
     */
    record Key(String name, Optional<String> defaultValue, boolean map) {}
}
