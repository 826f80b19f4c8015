package dev.buoy.peer;

import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.PeersConfig;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.KeyStoreOptions;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Optional;

/**
 * By which keys and certificates this node and its peers know each other: those of a {@code quarkus.tls} configuration, which
 * are read again when their files change, or of Spring's {@code eureka.client.tls}.
 */
@Singleton
public final class PeerTls {
    private static final String FILE = "file:";

    private final Optional<String> name;
    private final EurekaClientConfig client;
    private final TlsConfigurationRegistry registry;
    private volatile HttpClient kept;

    PeerTls(PeersConfig peers, EurekaClientConfig client, TlsConfigurationRegistry registry) {
        this.name = peers.tlsConfigurationName();
        this.client = client;
        this.registry = registry;
    }

    /** @throws IllegalArgumentException if there is no configuration of the name that was set */
    void configure(HttpClientOptions options) {
        if (name.isPresent()) {
            TlsConfiguration tls = registry.get(name.get())
                    .orElseThrow(() -> new IllegalArgumentException(
                            "buoy.peers.tls-configuration-name: there is no quarkus.tls." + name.get() + ".*"));
            TlsConfigUtils.configure(options, tls);
        } else if (client.tlsEnabled()) {
            client.tlsKeyStore()
                    .ifPresent(path -> options.setKeyCertOptions(
                            store(path, client.tlsKeyStoreType(), client.tlsKeyStorePassword())
                                    .setAliasPassword(client.tlsKeyPassword().orElse(null))));
            client.tlsTrustStore()
                    .ifPresent(path -> options.setTrustOptions(
                            store(path, client.tlsTrustStoreType(), client.tlsTrustStorePassword())));
        }
    }

    private static KeyStoreOptions store(String path, Optional<String> type, Optional<String> password) {
        boolean old = path.toLowerCase(Locale.ROOT).endsWith(".jks");
        return new KeyStoreOptions()
                .setPath(path.startsWith(FILE) ? path.substring(FILE.length()) : path)
                .setType(type.orElse(old ? "JKS" : "PKCS12").toUpperCase(Locale.ROOT))
                .setPassword(password.orElse(""));
    }

    /** Connections that the client opens from now on use what is configured then. */
    void keepUp(HttpClient client) {
        kept = client;
    }

    void updated(@Observes CertificateUpdatedEvent event) {
        if (kept != null && name.isPresent() && name.get().equals(event.name())) {
            kept.updateSSLOptions(event.tlsConfiguration().getSSLOptions());
        }
    }
}
