package dev.buoy.security;

import dev.buoy.text.Printable;
import io.quarkus.security.identity.SecurityIdentity;
import java.util.Optional;

/** Who sent a request, and what they may do. */
public final class Caller {
    private final SecurityIdentity identity;
    private final Grants grants;

    Caller(SecurityIdentity identity, Grants grants) {
        this.identity = identity;
        this.grants = grants;
    }

    /** The name, on one line; {@code anonymous} for those who gave none. */
    public String name() {
        return identity.isAnonymous()
                ? "anonymous"
                : Printable.of(identity.getPrincipal().getName());
    }

    public boolean isAnonymous() {
        return identity.isAnonymous();
    }

    SecurityIdentity identity() {
        return identity;
    }

    /** Why they may not read; empty if they may. */
    public Optional<String> refusedToRead() {
        return grants.hasAny() ? Optional.empty() : Optional.of("a role is needed, and " + name() + " has none");
    }

    /** Why they may not speak as a peer; empty if they may. */
    public Optional<String> refusedToReplicate() {
        return refusedWithout(Role.PEER);
    }

    /** Why they may not act on the server itself; empty if they may. */
    public Optional<String> refusedToAdminister() {
        return refusedWithout(Role.ADMIN);
    }

    private Optional<String> refusedWithout(Role role) {
        return grants.has(role) ? Optional.empty() : Optional.of("role " + role.text() + " is needed");
    }

    /** Why they may not register, renew, change or remove what goes by this name, an application's or a VIP; empty if they may. */
    public Optional<String> refusedToWrite(String application) {
        if (!grants.has(Role.REGISTRAR)) {
            return Optional.of("role registrar is needed");
        }
        return grants.include(application)
                ? Optional.empty()
                : Optional.of("buoy.security.registrars." + name() + " does not name " + Printable.of(application));
    }
}
