package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsReviewTest {
    private static SettingsReview review(Map<String, String> file, Map<String, String> environment) {
        var builder = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredInterceptors()
                .addDiscoveredConverters()
                .withDefaultValue("smallrye.config.mapping.validate-unknown", "false")
                .withSources(
                        new PropertiesConfigSource(file, "file", 250),
                        new EnvConfigSource(environment, EnvConfigSource.ORDINAL));
        KnownKeys.INTERFACES.forEach(builder::withMapping);
        return new SettingsReview(builder.build());
    }

    @Test
    void settingsByDefaultDeserveNoLook() {
        var review = review(Map.of("server.port", "1", "eurekaish", "1"), Map.of("PATH", "/bin", "EUREKA", "1"));

        assertThat(review.unknownKeys()).isEmpty();
        assertThat(review.withoutEffect()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "eureka.server.enable-self-preservaton, eureka.server.enable-self-preservation",
        "eureka.server.enabled-self-preservation, eureka.server.enable-self-preservation",
        "eureka.enableSelfPreservation, eureka.server.enable-self-preservation",
        "eureka.shouldUseReadOnlyResponseCache, eureka.server.use-read-only-response-cache",
        "eureka.client.service-urls.defaultZone, eureka.client.service-url",
        "EUREKA_SERVER_ENABLE_SELF_PRESERVE, eureka.server.enable-self-preservation",
        "EUREKA_SERVER_EVICTION_INTERVAL, ",
        "buoy.lease.eureka-compatible, buoy.lease.eureka-compatible-expiry",
        "eureka.nothing.like.it, "
    })
    void anUnknownKeyIsNamedOnceWithTheNearestOne(String name, String nearest) {
        boolean variable = Character.isUpperCase(name.charAt(0));
        var review = review(variable ? Map.of() : Map.of(name, "1"), variable ? Map.of(name, "1") : Map.of());

        assertThat(review.unknownKeys())
                .containsExactly(new SettingsReview.UnknownKey(name, Optional.ofNullable(nearest)));
    }

    @Test
    void knownKeysInAnySpellingAreNotNamed() {
        var review = review(
                Map.of(
                        "eureka.server.enableSelfPreservation", "true",
                        "eureka.instance.metadata-map.any.thing", "1",
                        "eureka.server.expectedNumberOfRenewsPerMin", "1",
                        "eureka.server.rate-limiter-privileged-clients[0]", "a"),
                Map.of("EUREKA_CLIENT_SERVICEURL_DEFAULTZONE", "http://a/", "BUOY_HTTP_MAX_BODY_SIZE", "1M"));

        assertThat(review.unknownKeys()).isEmpty();
    }

    @Test
    void variablesThatKubernetesSetsForAServiceAreNotNamed() {
        var review = review(
                Map.of(),
                Map.of(
                        "EUREKA_SERVICE_HOST", "10.0.0.1",
                        "EUREKA_SERVICE_PORT", "8761",
                        "EUREKA_SERVER_SERVICE_PORT_HTTP", "8761",
                        "EUREKA_PORT", "tcp://10.0.0.1:8761",
                        "BUOY_PORT_8761_TCP", "tcp://10.0.0.1:8761",
                        "BUOY_PORT_8761_TCP_ADDR", "10.0.0.1"));

        assertThat(review.unknownKeys()).isEmpty();
    }

    @Test
    void keysThatAreSetInVainAreNamedAsDocumented() {
        var review = review(
                Map.of(
                        "eureka.server.responseCacheUpdateIntervalMs", "1000",
                        "eureka.server.enable-self-preservation", "true",
                        "eureka.server.experimental.registration.validation", "true"),
                Map.of("EUREKA_SERVER_USEREADONLYRESPONSECACHE", "false", "EUREKA_SERVER_BATCH_REPLICATION", ""));

        assertThat(review.withoutEffect())
                .containsExactly(
                        "eureka.server.experimental",
                        "eureka.server.response-cache-update-interval-ms",
                        "eureka.server.use-read-only-response-cache");
    }

    @Test
    void everyKeyThatIsCalledIneffectiveExists() {
        var known = new KnownKeys();

        assertThat(NoEffect.KEYS)
                .allSatisfy(key -> assertThat(
                                known.single().stream().map(KnownKeys.Key::name).anyMatch(key::equals)
                                        || known.maps().stream()
                                                .map(KnownKeys.Key::name)
                                                .anyMatch(key::equals))
                        .as(key)
                        .isTrue());
    }
}
