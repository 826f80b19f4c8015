package dev.buoy.dashboard;

import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.RoutingContext;

/**
 * Who looks at a page.
 *
 * @param name      of the user; empty if unknown
 * @param admin     whether the user may act
 * @param maySignIn whether there are users, and this is none yet
 */
public record Visitor(String name, boolean admin, boolean maySignIn) {
    private static final String ADMIN = "admin";

    /** Nobody is known where everything is open, and then nobody may act. */
    static Visitor of(RoutingContext context) {
        if (!(context.user() instanceof QuarkusHttpUser user)) {
            return new Visitor("", false, false);
        }
        SecurityIdentity identity = user.getSecurityIdentity();
        return identity.isAnonymous()
                ? new Visitor("", false, true)
                : new Visitor(identity.getPrincipal().getName(), identity.hasRole(ADMIN), false);
    }
}
