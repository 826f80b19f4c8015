package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LooseNamesTest {
    private static final int FILE = 250;
    private static final int SYSTEM_PROPERTIES = 400;

    private static SmallRyeConfig config(Map<String, String> file, Map<String, String> environment) {
        return config(file, environment, Map.of());
    }

    private static SmallRyeConfig config(
            Map<String, String> file, Map<String, String> environment, Map<String, String> system) {
        var builder = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredInterceptors()
                .addDiscoveredConverters()
                .withProfile("prod")
                .withDefaultValue("smallrye.config.mapping.validate-unknown", "false")
                .withSources(
                        new PropertiesConfigSource(file, "file", FILE),
                        new EnvConfigSource(environment, EnvConfigSource.ORDINAL),
                        new PropertiesConfigSource(system, "system", SYSTEM_PROPERTIES));
        KnownKeys.INTERFACES.forEach(builder::withMapping);
        return builder.build();
    }

    private static EurekaServerConfig server(SmallRyeConfig config) {
        return config.getConfigMapping(EurekaServerConfig.class);
    }

    private static Map<String, List<String>> zones(SmallRyeConfig config) {
        var zones = new TreeMap<String, List<String>>();
        config.getConfigMapping(EurekaClientConfig.class)
                .serviceUrl()
                .forEach((zone, urls) -> zones.put(zone, urls.items()));
        return zones;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eureka.server.enableSelfPreservation",
                "eureka.server.enable-self-preservation",
                "eureka.server.enable_self_preservation",
                "eureka.server.ENABLESELFPRESERVATION",
                "Eureka.Server.EnableSelfPreservation",
                "%prod.eureka.server.enableSelfPreservation"
            })
    void aPropertyIsFoundInEverySpelling(String name) {
        assertThat(server(config(Map.of(name, "false"), Map.of())).enableSelfPreservation())
                .isFalse();
        assertThat(server(config(Map.of(), Map.of(), Map.of(name, "false"))).enableSelfPreservation())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EUREKA_SERVER_ENABLESELFPRESERVATION",
                "EUREKA_SERVER_ENABLE_SELF_PRESERVATION",
                "_PROD_EUREKA_SERVER_ENABLE_SELF_PRESERVATION"
            })
    void aVariableIsFoundInEverySpelling(String name) {
        assertThat(server(config(Map.of(), Map.of(name, "false"))).enableSelfPreservation())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "eureka.server.retentionTimeInMSInDeltaQueue, retention-time-in-m-s-in-delta-queue",
        "eureka.server.retention-time-in-ms-in-delta-queue, retention-time-in-m-s-in-delta-queue",
        "EUREKA_SERVER_RETENTIONTIMEINMSINDELTAQUEUE, retention-time-in-m-s-in-delta-queue",
        "EUREKA_SERVER_EVICTIONINTERVALTIMERINMS, eviction-interval-timer-in-ms",
        "EUREKA_SERVER_PEERNODEREADTIMEOUTMS, peer-node-read-timeout-ms"
    })
    void expressionsFindEverySpellingToo(String name, String documented) {
        var settings = Map.of(name, "777");
        var config = Character.isUpperCase(name.charAt(0))
                ? config(expression(documented), settings)
                : config(expression(documented), Map.of(), settings);

        assertThat(config.getValue("eureka.server." + documented, long.class)).isEqualTo(777);
        assertThat(config.getValue("every", String.class)).isEqualTo("777ms");
    }

    private static Map<String, String> expression(String documented) {
        return Map.of("every", "${eureka.server." + documented + ":1}ms");
    }

    @Test
    void oneSourceOutranksTheOtherWhateverTheSpelling() {
        var config = config(
                Map.of(
                        "eureka.server.eviction-interval-timer-in-ms",
                        "1",
                        "eureka.server.renewal-percent-threshold",
                        "0.1"),
                Map.of(
                        "EUREKA_SERVER_EVICTIONINTERVALTIMERINMS",
                        "2",
                        "EUREKA_SERVER_RENEWAL_PERCENT_THRESHOLD",
                        "0.2"),
                Map.of("eureka.server.evictionIntervalTimerInMs", "3"));

        assertThat(server(config).evictionIntervalTimerInMs()).isEqualTo(3);
        assertThat(server(config).renewalPercentThreshold()).isEqualTo(0.2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EUREKA_CLIENT_SERVICEURL_DEFAULTZONE", "EUREKA_CLIENT_SERVICE_URL_DEFAULTZONE"})
    void aZoneFromTheEnvironmentReplacesThatOfAFile(String name) {
        var environment = Map.of(name, "http://b/eureka/, http://a/eureka/");

        assertThat(zones(config(Map.of(), environment)))
                .containsExactly(entry("defaultZone", List.of("http://b/eureka/", "http://a/eureka/")));
        assertThat(zones(config(Map.of("eureka.client.serviceUrl.defaultZone", "http://c/eureka/"), environment)))
                .containsExactly(entry("defaultZone", List.of("http://b/eureka/", "http://a/eureka/")));
    }

    @Test
    void zonesKeepTheirCaseInEverySpellingOfTheKey() {
        var config = config(
                Map.of(
                        "eureka.client.serviceUrl.defaultZone", "http://a/",
                        "eureka.client.service-url.Zone-1", "http://b/",
                        "eureka.client.service_url.zone_2", "http://c/"),
                Map.of("EUREKA_CLIENT_SERVICEURL_ZONE_1", "http://d/"));

        assertThat(zones(config))
                .containsExactly(
                        entry("Zone-1", List.of("http://d/")),
                        entry("defaultZone", List.of("http://a/")),
                        entry("zone_2", List.of("http://c/")));
    }

    @Test
    void keysOfMetadataMayHaveDotsAndValuesMayBeEmpty() {
        var config = config(
                Map.of(
                        "eureka.instance.metadataMap.management.port", "9000",
                        "eureka.instance.metadata-map.fooBar", "",
                        "eureka.instance.metadata-map.foo-bar", "2"),
                Map.of("EUREKA_INSTANCE_METADATAMAP_ZONE", "z", "EUREKA_INSTANCE_METADATA_MAP_A_B", "c"));

        assertThat(config.getConfigMapping(EurekaInstanceConfig.class).metadataMap())
                .containsOnly(
                        entry("management.port", "9000"),
                        entry("fooBar", ""),
                        entry("foo-bar", "2"),
                        entry("zone", "z"),
                        entry("a.b", "c"));
    }

    @Test
    void aListMayBeIndexed() {
        var config = config(
                Map.of(
                        "eureka.server.rateLimiterPrivilegedClients[0]",
                        "a",
                        "eureka.server.rateLimiterPrivilegedClients[1]",
                        "b"),
                Map.of());

        assertThat(server(config).rateLimiterPrivilegedClients().orElseThrow()).containsOnly("a", "b");

        config = config(Map.of(), Map.of("EUREKA_SERVER_RATELIMITERPRIVILEGEDCLIENTS_0_", "a"));
        assertThat(server(config).rateLimiterPrivilegedClients().orElseThrow()).containsOnly("a");
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        var config = config(
                Map.of("eureka.server.renewalPercentThreshold", "0.5"),
                Map.of(
                        "EUREKA_SERVER_RENEWAL_PERCENT_THRESHOLD", "",
                        "EUREKA_SERVER_EVICTION_INTERVAL_TIMER_IN_MS", "",
                        "BUOY_LEASE_EUREKA_COMPATIBLE_EXPIRY", " "));

        assertThat(server(config).renewalPercentThreshold()).isEqualTo(0.5);
        assertThat(server(config).evictionIntervalTimerInMs()).isEqualTo(60_000);
        assertThat(config.getConfigMapping(LeaseConfig.class).eurekaCompatibleExpiry())
                .isFalse();
    }

    @Test
    void olderNamesAreReadUnlessTheNewOneIsSet() {
        var old = Map.of(
                "eureka.server.expectedNumberOfRenewsPerMin", "4", "eureka.server.defaultOpenForTrafficCount", "0");
        var both = Map.of(
                "eureka.server.expectedNumberOfRenewsPerMin", "4",
                "eureka.instance.registry.expected-number-of-clients-sending-renews", "7");

        var registry = config(old, Map.of()).getConfigMapping(EurekaInstanceRegistryConfig.class);
        assertThat(registry.expectedNumberOfClientsSendingRenews()).isEqualTo(4);
        assertThat(registry.defaultOpenForTrafficCount()).isZero();
        assertThat(config(both, Map.of())
                        .getConfigMapping(EurekaInstanceRegistryConfig.class)
                        .expectedNumberOfClientsSendingRenews())
                .isEqualTo(7);
    }

    @Test
    void theApplicationNameIsSpringsUnlessSet() {
        assertThat(config(Map.of("spring.application.name", "registry"), Map.of())
                        .getConfigMapping(EurekaInstanceConfig.class)
                        .appname())
                .isEqualTo("registry");
        assertThat(config(Map.of(), Map.of())
                        .getConfigMapping(EurekaInstanceConfig.class)
                        .appname())
                .isEqualTo("unknown");
    }

    @Test
    void ownSettingsAreLooseToo() {
        assertThat(config(Map.of("buoy.selfPreservation.tolerateSingleLoss", "no"), Map.of())
                        .getConfigMapping(SelfPreservationConfig.class)
                        .tolerateSingleLoss())
                .isFalse();
    }
}
