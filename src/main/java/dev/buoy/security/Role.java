package dev.buoy.security;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What somebody may do, in broad terms. Every role may read. */
public enum Role {
    /** Reads the registry, the pages and the metrics. */
    READER,
    /** Registers, renews, changes and removes instances of the applications that the rules give to its name. */
    REGISTRAR,
    /** Tells as another server what happened there, for any application. */
    PEER,
    /** May do everything, and alone what acts on the server itself. */
    ADMIN;

    /** The name in settings and tokens. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of this name, in any case; Spring's prefix {@code ROLE_} does not count. */
    static Optional<Role> named(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        String plain = name.startsWith("ROLE_") ? name.substring("ROLE_".length()) : name;
        return Stream.of(values()).filter(role -> role.name().equals(plain)).findFirst();
    }

    /** An empty set of them. */
    static Set<Role> none() {
        return EnumSet.noneOf(Role.class);
    }
}
