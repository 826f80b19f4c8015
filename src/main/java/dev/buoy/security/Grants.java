package dev.buoy.security;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What one may do: roles, and the names of applications that a registrar is bound to.
 *
 * @param patterns in upper case, each a name or the beginning of one with an asterisk; null if all applications are meant
 */
record Grants(Set<Role> roles, List<String> patterns) {
    Grants {
        roles = Set.copyOf(roles);
    }

    boolean hasAny() {
        return !roles.isEmpty();
    }

    /** An administrator has every role. */
    boolean has(Role role) {
        return roles.contains(role) || roles.contains(Role.ADMIN);
    }

    boolean include(String application) {
        if (patterns == null || roles.contains(Role.ADMIN)) {
            return true;
        }
        String name = application.toUpperCase(Locale.ROOT);
        for (String pattern : patterns) {
            if (pattern.endsWith("*")
                    ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                    : name.equals(pattern)) {
                return true;
            }
        }
        return false;
    }
}
