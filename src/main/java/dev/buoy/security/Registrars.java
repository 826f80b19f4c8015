package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Which registrar is bound to which applications. As soon as one is, so are all. */
@Singleton
final class Registrars {
    private final Map<String, List<String>> patterns = new TreeMap<>();

    Registrars(SecurityConfig config) {
        config.registrars()
                .forEach((name, applications) -> patterns.put(
                        name,
                        applications.items().stream()
                                .map(pattern -> pattern.toUpperCase(Locale.ROOT))
                                .toList()));
        patterns.forEach((name, list) -> list.forEach(pattern -> {
            if (pattern.indexOf('*') >= 0 && pattern.indexOf('*') < pattern.length() - 1) {
                throw new IllegalArgumentException("buoy.security.registrars." + name + ": an asterisk ends a pattern");
            }
        }));
    }

    /** The patterns for a name, in upper case; null if there are rules for nobody. */
    List<String> of(String name) {
        return patterns.isEmpty() ? null : patterns.getOrDefault(name, List.of());
    }
}
