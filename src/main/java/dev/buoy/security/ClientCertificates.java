package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;

/** Asks clients for certificates, as far as the settings want them. Whom to trust is in the TLS configuration of the port. */
@Singleton
final class ClientCertificates implements HttpServerOptionsCustomizer {
    private final SecurityConfig config;

    ClientCertificates(SecurityConfig config) {
        this.config = config;
    }

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        switch (config.clientCertificates()) {
            case NONE -> {} // as Quarkus' own settings have it
            case REQUEST -> options.setClientAuth(ClientAuth.REQUEST);
            case REQUIRED -> options.setClientAuth(ClientAuth.REQUIRED);
        }
    }
}
