package dev.buoy.runtime;

import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.LeaseConfig;
import dev.buoy.config.SelfPreservationConfig;
import dev.buoy.text.Printable;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/** What runs where, and what is on and off, in a line each. */
@Singleton
final class StartupSummary {
    private final Config config;
    private final EurekaServerConfig server;
    private final EurekaClientConfig client;
    private final LeaseConfig lease;
    private final SelfPreservationConfig selfPreservation;

    StartupSummary(
            Config config,
            EurekaServerConfig server,
            EurekaClientConfig client,
            LeaseConfig lease,
            SelfPreservationConfig selfPreservation) {
        this.config = config;
        this.server = server;
        this.client = client;
        this.lease = lease;
        this.selfPreservation = selfPreservation;
    }

    String addresses() {
        String context = config.getOptionalValue("server.servlet.context-path", String.class)
                .orElse("")
                .replaceAll("/+$", "");
        return "Buoy %s serves %s/eureka and %s/eureka/v2 on %s; %s"
                .formatted(text("quarkus.application.version"), context, context, addressOfClients(), management());
    }

    private String addressOfClients() {
        var https = "https://" + text("quarkus.http.host") + ":" + text("quarkus.http.ssl-port");
        if (!hasCertificate("quarkus.http.")) {
            return plainAddress("quarkus.http.");
        }
        boolean plainToo = config.getOptionalValue("quarkus.http.insecure-requests", String.class)
                .map(value -> !value.equalsIgnoreCase("disabled"))
                .orElse(true);
        return plainToo ? plainAddress("quarkus.http.") + " and " + https : https;
    }

    private String management() {
        if (!config.getOptionalValue("quarkus.management.enabled", Boolean.class)
                .orElse(false)) {
            return "health and metrics on the same port";
        }
        var address = plainAddress("quarkus.management.");
        return "health and metrics on "
                + (hasCertificate("quarkus.management.") ? address.replaceFirst("http:", "https:") : address);
    }

    private String plainAddress(String prefix) {
        return "http://" + text(prefix + "host") + ":" + text(prefix + "port");
    }

    private boolean hasCertificate(String prefix) {
        return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                .anyMatch(name ->
                        name.startsWith(prefix + "ssl.certificate.") || name.equals(prefix + "tls-configuration-name"));
    }

    private String text(String key) {
        return config.getOptionalValue(key, String.class).orElse("?");
    }

    String switches() {
        return String.join("; ", List.of(selfPreservation(), eviction(), delta(), rateLimiter(), peers()));
    }

    private String selfPreservation() {
        if (!server.enableSelfPreservation()) {
            return "self-preservation off";
        }
        return "self-preservation on (threshold %s, single loss %s, gives up %s)"
                .formatted(
                        server.renewalPercentThreshold(),
                        selfPreservation.tolerateSingleLoss() ? "tolerated" : "not tolerated",
                        selfPreservation.giveUpAfter().isZero()
                                ? "never"
                                : "after " + inWords(selfPreservation.giveUpAfter()));
    }

    private String eviction() {
        return "eviction every %s, leases last %s"
                .formatted(
                        inWords(Duration.ofMillis(server.evictionIntervalTimerInMs())),
                        lease.eurekaCompatibleExpiry() ? "twice their duration as in Eureka" : "their duration");
    }

    private String delta() {
        return server.disableDelta()
                ? "delta off"
                : "delta of the last " + inWords(Duration.ofMillis(server.retentionTimeInMSInDeltaQueue()));
    }

    private String rateLimiter() {
        return server.rateLimiterEnabled()
                ? "rate limiter on (%d fetches/s, %d full, burst %d)"
                        .formatted(
                                server.rateLimiterRegistryFetchAverageRate(),
                                server.rateLimiterFullFetchAverageRate(),
                                server.rateLimiterBurstSize())
                : "rate limiter off";
    }

    private String peers() {
        if (client.enabled() && client.useDnsForFetchingServiceUrls()) {
            return "peers from DNS";
        }
        if (!client.enabled() || client.serviceUrl().isEmpty()) {
            return "no peers";
        }
        return "peers "
                + client.serviceUrl().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .flatMap(zone -> zone.getValue().items().stream())
                        .map(StartupSummary::withoutCredentials)
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    /** A password may hold an at sign itself: everything up to the last one goes. */
    static String withoutCredentials(String url) {
        return Printable.of(url.replaceFirst("//.*@", "//***@"));
    }

    private static String inWords(Duration duration) {
        return duration.toString()
                .substring(2)
                .replaceAll("(?<=[HM])(?=\\d)", " ")
                .toLowerCase(java.util.Locale.ROOT);
    }
}
