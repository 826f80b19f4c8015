package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import dev.buoy.config.SpringSecurityConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The users that settings name. */
final class ConfiguredUsers {
    private static final String KEY = "buoy.security.users.";

    private ConfiguredUsers() {}

    /** @throws IllegalArgumentException naming the setting that is wrong, without its value */
    static List<User> of(SecurityConfig config, SpringSecurityConfig spring, boolean springNamed) {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        config.users().forEach((key, value) -> {
            int dot = key.lastIndexOf('.');
            if (dot < 1) {
                throw new IllegalArgumentException(KEY + key + ": a user has .password, .roles and .certificate");
            }
            byName.computeIfAbsent(key.substring(0, dot), name -> new HashMap<>())
                    .put(key.substring(dot + 1), value);
        });
        List<User> users = new ArrayList<>();
        byName.forEach((name, settings) -> users.add(user(name, settings)));
        if (spring.password().filter(password -> !password.isEmpty()).isPresent()) {
            users.add(springUser(spring));
        } else if (springNamed) {
            throw new IllegalArgumentException("spring.security.user.password is missing: nobody could log in");
        }
        return users;
    }

    private static User user(String name, Map<String, String> settings) {
        settings.keySet().stream()
                .filter(key -> !List.of("password", "roles", "certificate").contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw new IllegalArgumentException(
                            KEY + name + "." + key + ": a user has .password, .roles and .certificate");
                });
        if (name.indexOf(':') >= 0) {
            throw new IllegalArgumentException(KEY + name + ": a name has no colon");
        }
        try {
            return new User(
                    name,
                    Optional.ofNullable(settings.get("password")).map(Password::parse),
                    Users.roles(list(settings.getOrDefault("roles", ""))),
                    list(settings.getOrDefault("certificate", ""), ";"));
        } catch (IllegalArgumentException e) {
            String key = e.getMessage().startsWith("is no") ? ".password " : ".roles: ";
            throw new IllegalArgumentException(KEY + name + key + e.getMessage(), e);
        }
    }

    /** Without a prefix the text is the password itself, as in Spring. Its roles are Spring's and say nothing here, unless they are ours. */
    private static User springUser(SpringSecurityConfig spring) {
        String text = spring.password().orElseThrow();
        boolean prefixed = text.startsWith("{bcrypt}") || text.startsWith("{noop}");
        Password password;
        try {
            password = prefixed ? Password.parse(text) : Password.plain(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("spring.security.user.password " + e.getMessage(), e);
        }
        Set<Role> roles = Role.none();
        spring.roles()
                .ifPresent(
                        names -> names.items().forEach(name -> Role.named(name).ifPresent(roles::add)));
        return new User(
                spring.name(), Optional.of(password), roles.isEmpty() ? EnumSet.allOf(Role.class) : roles, List.of());
    }

    private static List<String> list(String text) {
        return list(text, ",");
    }

    private static List<String> list(String text, String separator) {
        return Arrays.stream(text.split(separator))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
