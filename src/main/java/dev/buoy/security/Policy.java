package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is open to everybody. */
@Singleton
public final class Policy {
    private static final String NONE = "none";
    private static final List<String> ON_MANAGEMENT = List.of("health", "metrics", "info");

    private final boolean open;
    private final Set<Role> anonymousRoles;
    private final Set<String> anonymousManagement;

    /** @throws IllegalArgumentException naming the setting that is wrong */
    Policy(SecurityConfig config, Users users) {
        this.open = !users.areConfigured() && !config.tokens();
        this.anonymousRoles = Users.roles(withoutNone(config.anonymousRoles().items()));
        this.anonymousManagement =
                Set.copyOf(withoutNone(config.anonymousManagement().items()));
        if (anonymousRoles.contains(Role.ADMIN)) {
            throw new IllegalArgumentException("buoy.security.anonymous.roles: everybody cannot be an admin");
        }
        if (!ON_MANAGEMENT.containsAll(anonymousManagement)) {
            throw new IllegalArgumentException(
                    "buoy.security.anonymous.management is of health, metrics, info; or none");
        }
    }

    private static List<String> withoutNone(List<String> items) {
        return items.stream().filter(item -> !item.equals(NONE)).toList();
    }

    /** Whether no user is known, so that there is no policy. */
    public boolean isOpen() {
        return open;
    }

    Set<Role> anonymousRoles() {
        return anonymousRoles;
    }

    /** @param what {@code health}, {@code metrics} or {@code info} */
    boolean shows(String what) {
        return anonymousManagement.contains(what);
    }

    static Set<String> texts(Set<Role> roles) {
        return roles.stream().map(Role::text).collect(Collectors.toSet());
    }
}
