package dev.buoy.config;

import io.smallrye.config.SmallRyeConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What an operator should be told of the settings: those that nobody reads, and those that change nothing. Names only; a
 * value may be a secret.
 */
public final class SettingsReview {
    /** What Kubernetes puts into the environment of every pod beside a Service called eureka, eureka-server, buoy ... */
    private static final Pattern OF_A_KUBERNETES_SERVICE = Pattern.compile(
            "[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

    private final SmallRyeConfig config;
    private final KnownKeys known = new KnownKeys();

    public SettingsReview(SmallRyeConfig config) {
        this.config = config;
    }

    /** The names below {@code eureka.} and {@code buoy.} that mean nothing, once each, as the operator wrote them. */
    public List<UnknownKey> unknownKeys() {
        Map<String, String> byLooseName = new TreeMap<>();
        for (String name : config.getPropertyNames()) {
            if (LooseName.isOurs(name) && known.find(name).isEmpty()) {
                byLooseName.merge(LooseName.of(name), name, (a, b) -> LooseName.isInEnvironment(a) ? a : b);
            }
        }
        return byLooseName.values().stream()
                .filter(name -> !OF_A_KUBERNETES_SERVICE.matcher(name).matches())
                .map(name -> new UnknownKey(name, NearestKey.to(name, known)))
                .toList();
    }

    /** The documented names of those keys that are set and have no effect. */
    public List<String> withoutEffect() {
        var set = new TreeSet<String>();
        for (String name : config.getPropertyNames()) {
            known.find(name)
                    .filter(key -> NoEffect.KEYS.contains(key.name()) && isSet(key, name))
                    .ifPresent(key -> set.add(key.name()));
        }
        return List.copyOf(set);
    }

    private boolean isSet(KnownKeys.Key key, String name) {
        return key.map() || config.getConfigValue(key.name()).getConfigSourceOrdinal() > Integer.MIN_VALUE;
    }

    /**
     * A name that means nothing.
     *
     * @param nearest the key that was perhaps meant
     */
    public record UnknownKey(String name, Optional<String> nearest) {}
}
