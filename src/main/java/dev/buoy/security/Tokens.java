package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** Bearer tokens, which Quarkus verifies, while they are accepted at all. */
@Singleton
final class Tokens {
    private static final Logger LOG = Logger.getLogger(Tokens.class);
    private static final String SCHEME = "Bearer ";

    private final boolean accepted;
    private final Instance<HttpAuthenticator> authenticator;

    Tokens(SecurityConfig config, Instance<HttpAuthenticator> authenticator) {
        this.accepted = config.tokens();
        this.authenticator = authenticator;
    }

    boolean areAccepted() {
        return accepted;
    }

    boolean areIn(String authorization) {
        return accepted && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
    }

    /**
     * Checks the token of a request, on whatever threads that takes.
     *
     * @param failed told whether the token is wrong; otherwise it could not be checked
     */
    void check(RoutingContext context, Consumer<SecurityIdentity> known, Consumer<Boolean> failed) {
        authenticator
                .get()
                .attemptAuthentication(context)
                .subscribe()
                .with(
                        identity -> {
                            if (identity == null || identity.isAnonymous()) {
                                failed.accept(true);
                            } else {
                                known.accept(identity);
                            }
                        },
                        failure -> {
                            boolean wrong = failure instanceof AuthenticationFailedException;
                            if (!wrong) {
                                LOG.warnf("A token could not be checked: %s", failure.toString());
                            }
                            failed.accept(wrong);
                        });
    }
}
