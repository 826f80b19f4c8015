package dev.buoy.security;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who is known by name.
 *
 * @param password     absent for those who come with a certificate only
 * @param certificates the texts that a client's certificate is known by
 */
record User(String name, Optional<Password> password, Set<Role> roles, List<String> certificates) {
    User {
        roles = Set.copyOf(roles);
        certificates = List.copyOf(certificates);
    }
}
