package dev.buoy.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.LeaseConfig;
import dev.buoy.config.SelfPreservationConfig;
import dev.buoy.testing.Settings;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartupSummaryTest {
    private static final Map<String, String> ADDRESSES = Map.of(
            "quarkus.application.version", "1.2.3",
            "quarkus.http.host", "0.0.0.0",
            "quarkus.http.port", "8761",
            "quarkus.http.ssl-port", "8443",
            "quarkus.management.enabled", "true",
            "quarkus.management.host", "127.0.0.1",
            "quarkus.management.port", "9000");

    private static String addresses(String... pairs) {
        var settings = new HashMap<>(ADDRESSES);
        for (int i = 0; i < pairs.length; i += 2) {
            settings.put(pairs[i], pairs[i + 1]);
        }
        var config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build();
        return new StartupSummary(
                        config,
                        Settings.server(),
                        Settings.of(EurekaClientConfig.class),
                        Settings.lease(),
                        Settings.selfPreservation())
                .addresses();
    }

    private static String switches(
            EurekaServerConfig server,
            EurekaClientConfig client,
            LeaseConfig lease,
            SelfPreservationConfig preservation) {
        return new StartupSummary(new SmallRyeConfigBuilder().build(), server, client, lease, preservation).switches();
    }

    @Test
    void theContextPathIsPartOfWhatIsServed() {
        assertThat(addresses("server.servlet.context-path", "/x/"))
                .startsWith("Buoy 1.2.3 serves /x/eureka and /x/eureka/v2 on ");
    }

    @Test
    void namesVersionPathsAndPorts() {
        assertThat(addresses())
                .isEqualTo("Buoy 1.2.3 serves /eureka and /eureka/v2 on http://0.0.0.0:8761;"
                        + " health and metrics on http://127.0.0.1:9000");
    }

    @Test
    void namesTheEncryptedPortWhereThereIsOne() {
        assertThat(addresses("quarkus.http.tls-configuration-name", "web"))
                .contains("on http://0.0.0.0:8761 and https://0.0.0.0:8443;");
        assertThat(addresses(
                        "quarkus.http.ssl.certificate.files", "a.pem",
                        "quarkus.http.insecure-requests", "disabled",
                        "quarkus.management.tls-configuration-name", "web"))
                .contains("on https://0.0.0.0:8443; health and metrics on https://127.0.0.1:9000");
    }

    @Test
    void saysWhatIsOnByDefault() {
        assertThat(switches(
                        Settings.server(),
                        Settings.of(EurekaClientConfig.class),
                        Settings.lease(),
                        Settings.selfPreservation()))
                .isEqualTo("self-preservation on (threshold 0.85, single loss tolerated, gives up after 1h);"
                        + " eviction every 1m, leases last their duration; delta of the last 3m; rate limiter off;"
                        + " no peers");
    }

    @Test
    void saysWhatWasChanged() {
        assertThat(switches(
                        Settings.server(
                                "eureka.server.enable-self-preservation", "false",
                                "eureka.server.eviction-interval-timer-in-ms", "1500",
                                "eureka.server.disable-delta", "true",
                                "eureka.server.rate-limiter-enabled", "true"),
                        Settings.of(
                                EurekaClientConfig.class,
                                "eureka.client.service-url.defaultZone",
                                "http://me:p@ss@a:8761/eureka/,http://b:8761/eureka/"),
                        Settings.lease("buoy.lease.eureka-compatible-expiry", "true"),
                        Settings.selfPreservation()))
                .isEqualTo("self-preservation off; eviction every 1.5s, leases last twice their duration as in Eureka;"
                        + " delta off; rate limiter on (500 fetches/s, 100 full, burst 10);"
                        + " peers http://***@a:8761/eureka/, http://b:8761/eureka/");
    }
}
