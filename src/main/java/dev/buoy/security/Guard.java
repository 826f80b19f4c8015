package dev.buoy.security;

import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Finds out who sends a request. Not to be asked while everything is open. */
@Singleton
public final class Guard {
    private static final int UNAUTHORIZED = 401;
    private static final int UNAVAILABLE = 503;

    private final boolean open;
    private final Users users;
    private final PasswordCheck passwords;
    private final Registrars registrars;
    private final Tokens tokens;
    private final Caller anonymous;

    Guard(Users users, PasswordCheck passwords, Registrars registrars, Tokens tokens, Policy policy) {
        this.open = policy.isOpen();
        this.users = users;
        this.passwords = passwords;
        this.registrars = registrars;
        this.tokens = tokens;
        this.anonymous = new Caller(
                QuarkusSecurityIdentity.builder()
                        .setAnonymous(true)
                        .setPrincipal(new QuarkusPrincipal(""))
                        .addRoles(Policy.texts(policy.anonymousRoles()))
                        .build(),
                new Grants(policy.anonymousRoles(), null));
    }

    /** Whether nobody is known, so that everybody may do what Eureka lets them. */
    public boolean isOpen() {
        return open;
    }

    /** What answers 401 ask for, as the value of {@code WWW-Authenticate}. */
    public String challenge() {
        String basic = "Basic realm=\"Buoy\", charset=\"UTF-8\"";
        return tokens.areAccepted() ? basic + ", Bearer realm=\"Buoy\"" : basic;
    }

    /**
     * Goes on with who sent the request, on its event loop, now or later.
     *
     * @param refused what to do when the credentials are wrong: with status 401, or 503 when nobody has time to look at them
     */
    public void identify(RoutingContext context, Consumer<Caller> known, IntConsumer refused) {
        HttpServerRequest request = context.request();
        String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (authorization != null) {
            if (BasicCredentials.isBasic(authorization)) {
                byPassword(context, authorization, known, refused);
            } else if (tokens.areIn(authorization)) {
                byToken(context, known, refused);
            } else {
                refused.accept(UNAUTHORIZED);
            }
            return;
        }
        Optional<X509Certificate> certificate = certificate(request);
        if (certificate.isEmpty()) {
            admit(context, anonymous, known);
            return;
        }
        users.ofCertificate(Certificates.names(certificate.get()))
                .ifPresentOrElse(user -> admit(context, caller(user), known), () -> refused.accept(UNAUTHORIZED));
    }

    private void byPassword(RoutingContext context, String authorization, Consumer<Caller> known, IntConsumer refused) {
        Optional<BasicCredentials> credentials = BasicCredentials.read(authorization);
        if (credentials.isEmpty()) {
            refused.accept(UNAUTHORIZED);
            return;
        }
        String name = credentials.get().name();
        String password = credentials.get().password();
        byte[] digest = passwords.digest(name, password);
        Optional<User> atOnce = passwords.known(name, digest);
        if (atOnce.isPresent()) {
            admit(context, caller(atOnce.get()), known);
            return;
        }
        Context here = Vertx.currentContext();
        passwords
                .check(name, password, digest)
                .onComplete(checked -> here.runOnContext(ignored -> {
                    if (checked.failed()) {
                        refused.accept(UNAVAILABLE);
                    } else if (checked.result().isEmpty()) {
                        refused.accept(UNAUTHORIZED);
                    } else {
                        admit(context, caller(checked.result().get()), known);
                    }
                }));
    }

    private void byToken(RoutingContext context, Consumer<Caller> known, IntConsumer refused) {
        Context here = Vertx.currentContext();
        tokens.check(
                context,
                identity -> here.runOnContext(ignored -> admit(context, caller(identity, roles(identity)), known)),
                wrong -> here.runOnContext(ignored -> refused.accept(wrong ? UNAUTHORIZED : UNAVAILABLE)));
    }

    /** The issuer's roles are its own business, but for those that are ours. */
    private static Set<Role> roles(SecurityIdentity identity) {
        Set<Role> roles = Role.none();
        identity.getRoles().forEach(name -> Role.named(name).ifPresent(roles::add));
        return roles;
    }

    private static void admit(RoutingContext context, Caller caller, Consumer<Caller> known) {
        QuarkusHttpUser.setIdentity(caller.identity(), context);
        known.accept(caller);
    }

    private Caller caller(User user) {
        return caller(
                QuarkusSecurityIdentity.builder()
                        .setPrincipal(new QuarkusPrincipal(user.name()))
                        .addRoles(Policy.texts(user.roles()))
                        .build(),
                user.roles());
    }

    private Caller caller(SecurityIdentity identity, Set<Role> roles) {
        return new Caller(
                identity,
                new Grants(roles, registrars.of(identity.getPrincipal().getName())));
    }

    private static Optional<X509Certificate> certificate(HttpServerRequest request) {
        SSLSession session = request.sslSession();
        if (session == null) {
            return Optional.empty();
        }
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first
                    ? Optional.of(first)
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty(); // a client without one
        }
    }
}
