package dev.buoy.metrics;

import static dev.buoy.changelog.Origin.CLIENT;
import static dev.buoy.changelog.Origin.PEER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.config.MetricsConfig;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each figure is that of what a fleet did. */
@SuppressWarnings("deprecation") // the registry that Quarkus brings
class RegistryMetricsTest {
    private final RegistryFixture fleet = new RegistryFixture();
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Registry registry = fleet.registry;
    private RegistryMetrics metrics = metrics();

    private RegistryMetrics metrics(String... settings) {
        meters.clear();
        RegistryMetrics made =
                new RegistryMetrics(registry, fleet.log, Settings.of(MetricsConfig.class, settings), meters);
        made.publish();
        return made;
    }

    private Scrape scrape() {
        metrics.refresh();
        return Scrape.of(meters.scrape());
    }

    @Test
    void changesAreCountedByWhoMadeThem() {
        fleet.start("ORDERS", 3);
        registry.register(PEER, Instances.plain("ORDERS", "orders-7"));
        registry.register(CLIENT, Instances.plain("ORDERS", "orders-1"));
        registry.overrideStatus(CLIENT, "ORDERS", "orders-1", InstanceStatus.OUT_OF_SERVICE, 1);
        registry.clearOverride(CLIENT, "ORDERS", "orders-1", null, 2);
        registry.overrideStatus(PEER, "ORDERS", "orders-2", InstanceStatus.DOWN, 1);
        registry.updateMetadata("ORDERS", "orders-2", Map.of("zone", "z1"));
        registry.cancel(CLIENT, "ORDERS", "orders-3");
        registry.cancel(CLIENT, "ORDERS", "nobody");
        registry.cancel(PEER, "ORDERS", "orders-7");

        Scrape scrape = scrape();
        assertThat(scrape.value("eureka_server_registrations_total", "origin", "client"))
                .isEqualTo(4);
        assertThat(scrape.value("eureka_server_registrations_total", "origin", "peer"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_registrations_total", "origin", "snapshot"))
                .isZero();
        assertThat(scrape.value("eureka_server_status_updates_total", "origin", "client"))
                .isEqualTo(2);
        assertThat(scrape.value("eureka_server_status_updates_total", "origin", "peer"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_metadata_updates_total", "origin", "client"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_cancellations_total", "origin", "client"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_cancellations_total", "origin", "peer"))
                .isEqualTo(1);
        assertThat(scrape.value("buoy_changelog_revision")).isEqualTo(11);
    }

    @Test
    void renewalsAreCountedByWhoSentThemAndWhatCameOfThem() {
        fleet.start("ORDERS", 1);
        registry.renew(CLIENT, "ORDERS", "orders-1");
        registry.renew(CLIENT, "ORDERS", "orders-1", Instances.DIRTY + 1, null);
        registry.renew(PEER, "ORDERS", "orders-1");
        registry.renew(CLIENT, "ORDERS", "nobody");
        registry.renew(PEER, "NOTHING", "nobody");
        registry.renew(PEER, "NOTHING", "nobody");

        Scrape scrape = scrape();
        assertThat(scrape.value("eureka_server_renewals_total", "origin", "client"))
                .isEqualTo(2);
        assertThat(scrape.value("eureka_server_renewals_total", "origin", "peer"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_renewals_not_found_total", "origin", "client"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_renewals_not_found_total", "origin", "peer"))
                .isEqualTo(2);
        assertThat(scrape.value("eureka_server_renewals_last_minute")).isEqualTo(3);
    }

    @Test
    void instancesAreThoseListedByApplicationAndStatus() {
        fleet.start("ORDERS", 3);
        fleet.start("BILLING", 1);
        registry.overrideStatus(CLIENT, "ORDERS", "orders-1", InstanceStatus.DOWN, 1);

        Scrape scrape = scrape();
        assertThat(scrape.value("eureka_server_instances", "application", "ORDERS", "status", "UP"))
                .isEqualTo(2);
        assertThat(scrape.value("eureka_server_instances", "application", "ORDERS", "status", "DOWN"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_instances", "application", "BILLING"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_applications")).isEqualTo(2);
    }

    @Test
    void seriesGoWithTheInstancesAndComeBack() {
        fleet.start("ORDERS", 1);
        scrape();
        registry.cancel(CLIENT, "ORDERS", "orders-1");
        assertThat(scrape().all("eureka_server_instances")).isEmpty();

        fleet.start("ORDERS", 2);
        assertThat(scrape().value("eureka_server_instances", "application", "ORDERS"))
                .isEqualTo(2);
    }

    @Test
    void applicationsBeyondTheCapAreAddedUp() {
        metrics = metrics("buoy.metrics.max-applications", "2");
        fleet.start("B", 1);
        fleet.start("C", 1);
        scrape();
        fleet.start("A", 3);
        fleet.start("D", 4);

        Scrape scrape = scrape();
        assertThat(scrape.all("eureka_server_instances")).hasSize(3);
        assertThat(scrape.value("eureka_server_instances", "application", "B")).isEqualTo(1);
        assertThat(scrape.value("eureka_server_instances", "application", "_other"))
                .isEqualTo(7);

        registry.cancel(CLIENT, "B", "b-1");
        assertThat(scrape().value("eureka_server_instances", "application", "A"))
                .as("the place that is free goes to another")
                .isEqualTo(3);
    }

    @Test
    void nameOfImmoderateLengthGetsNoSeries() {
        String longest = "L".repeat(200);
        fleet.start(longest, 1);
        fleet.start(longest + "X", 2);

        Scrape scrape = scrape();
        assertThat(scrape.value("eureka_server_instances", "application", longest))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_instances", "application", "_other"))
                .isEqualTo(2);
    }

    @Test
    void selfPreservationShowsWhatItCompares() {
        fleet.start("ORDERS", 10);
        fleet.pass(Duration.ofMinutes(3));
        Scrape before = scrape();
        assertThat(before.value("eureka_server_self_preservation_enabled")).isEqualTo(1);
        assertThat(before.value("eureka_server_self_preservation_active")).isZero();
        assertThat(before.value("eureka_server_renewals_expected")).isEqualTo(20);
        assertThat(before.value("eureka_server_renewal_threshold")).isEqualTo(17);
        assertThat(before.value("eureka_server_renewals_last_minute")).isEqualTo(20);
        assertThat(before.value("eureka_server_leases_overdue")).isZero();

        for (int i = 1; i <= 5; i++) {
            fleet.stop("orders-" + i);
        }
        fleet.pass(Duration.ofMinutes(4));

        Scrape after = scrape();
        assertThat(after.value("eureka_server_self_preservation_active")).isEqualTo(1);
        assertThat(after.value("eureka_server_self_preservation_verdict", "verdict", "protecting"))
                .isEqualTo(1);
        assertThat(after.value("eureka_server_self_preservation_verdict", "verdict", "enough_renewals"))
                .isZero();
        assertThat(after.value("eureka_server_leases_overdue")).isEqualTo(5);
        assertThat(after.value("eureka_server_evictions_total", "origin", "expiry"))
                .isZero();
    }

    @Test
    void evictionsAreCounted() {
        fleet.start("ORDERS", 20);
        fleet.pass(Duration.ofMinutes(3));
        fleet.stop("orders-1");
        fleet.pass(Duration.ofMinutes(6));

        Scrape scrape = scrape();
        assertThat(scrape.value("eureka_server_evictions_total", "origin", "expiry"))
                .isEqualTo(1);
        assertThat(scrape.value("eureka_server_evicted_counting")).isEqualTo(1);
    }

    @Test
    void evictorThatDoesNotRunIsLateMoreAndMore() {
        EvictionMetrics evictions = new EvictionMetrics(fleet.evictor, meters);
        evictions.publish();
        fleet.clock.advance(Duration.ofSeconds(60));
        assertThat(scrape().value("eureka_server_eviction_lateness_seconds")).isZero();
        fleet.clock.advance(Duration.ofSeconds(45));
        assertThat(scrape().value("eureka_server_eviction_lateness_seconds")).isEqualTo(45);

        evictions.timedRun();
        assertThat(scrape().value("eureka_server_eviction_lateness_seconds")).isZero();
        assertThat(scrape().value("eureka_server_eviction_run_seconds_count")).isEqualTo(1);
    }
}
