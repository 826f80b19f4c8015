package dev.buoy.registry;

import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.LeaseInfo;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a lease lasts, and what the evictor does when it is over (contract §5.9, §5.10). */
class LeaseTimeTest {
    private static final InstanceKey KEY = new InstanceKey("ORDERS", "orders-1");

    private final RegistryFixture fixture = new RegistryFixture("eureka.server.enable-self-preservation", "false");

    private void register(int duration) {
        fixture.registry.register(
                Origin.CLIENT,
                instance("ORDERS", "orders-1")
                        .leaseInfo(LeaseInfo.terms(30, duration))
                        .build());
    }

    @Test
    void leaseHoldsForItsWholeDurationAndNotAMillisecondLonger() {
        register(90);
        fixture.clock.advance(Duration.ofSeconds(30));
        fixture.registry.renew(Origin.CLIENT, "ORDERS", "orders-1");

        fixture.clock.advance(Duration.ofSeconds(90));
        assertThat(fixture.evictor.evictExpired()).isEmpty();
        fixture.clock.advance(Duration.ofMillis(1));
        assertThat(evictPunctually()).containsExactly(KEY);
    }

    @Test
    void aRenewedLeaseLastsTwiceAsLongWhenEurekaIsToBeMatched() {
        var compatible = new RegistryFixture(
                "eureka.server.enable-self-preservation", "false", "buoy.lease.eureka-compatible-expiry", "true");
        compatible.registry.register(Origin.CLIENT, plain("ORDERS", "orders-1"));
        compatible.clock.advance(Duration.ofSeconds(30));
        compatible.registry.renew(Origin.CLIENT, "ORDERS", "orders-1");
        assertThat(compatible
                        .registry
                        .instance("ORDERS", "orders-1")
                        .orElseThrow()
                        .leaseInfo()
                        .lastRenewalTimestamp())
                .isEqualTo(compatible.clock.millis() + 90_000);

        compatible.clock.advance(Duration.ofSeconds(180));
        assertThat(compatible.evictor.evictExpired()).isEmpty();
        compatible.clock.advance(Duration.ofMillis(1));
        assertThat(compatible.evictor.evictExpired()).isNotEmpty();
    }

    @Test
    void aVeryLongLeaseDoesNotOverflow() {
        register(Integer.MAX_VALUE);
        fixture.clock.advance(Duration.ofDays(365));
        assertThat(evictPunctually()).isEmpty();
    }

    @Test
    void anOverdueLeaseIsHiddenFromSingleLooksButCanStillBeRenewed() {
        register(90);
        fixture.clock.advance(Duration.ofSeconds(91));
        assertThat(fixture.registry.instance("ORDERS", "orders-1")).isEmpty();
        assertThat(fixture.lists("ORDERS", "orders-1")).isTrue();

        assertThat(fixture.registry.renew(Origin.CLIENT, "ORDERS", "orders-1").outcome())
                .isEqualTo(Renewal.Outcome.RENEWED);
        assertThat(fixture.registry.instance("ORDERS", "orders-1")).isPresent();
    }

    @Test
    void aRunEvictsNoMoreThanTheShareThatTheThresholdAllows() {
        fixture.start("ORDERS", 20);
        fixture.clock.advance(Duration.ofSeconds(91));
        assertThat(fixture.evictor.evictExpired()).hasSize(3);
        assertThat(fixture.size()).isEqualTo(17);
    }

    @Test
    void aRunThatComesLateHoldsItsLatenessAgainstNobody() {
        fixture.start("ORDERS", 10);
        assertThat(fixture.evictor.evictExpired()).isEmpty();
        fixture.clock.advance(Duration.ofSeconds(150)); // the process stood still for 90 s
        assertThat(fixture.evictor.evictExpired()).isEmpty();

        fixture.clock.advance(Duration.ofSeconds(60));
        assertThat(fixture.evictor.evictExpired()).isNotEmpty();
    }

    @Test
    void aHeartbeatIsNeverLostToAnEvictionUnderWay() {
        fixture.start("ORDERS", 1);
        fixture.clock.advance(Duration.ofSeconds(91));
        Lease lease = fixture.registry.leases().find("ORDERS", "orders-1");
        long seen = lease.lastRenewal();
        fixture.registry.renew(Origin.CLIENT, "ORDERS", "orders-1"); // between the evictor's look and its blow

        assertThat(fixture.registry.evict(lease, seen, false)).isFalse();
        assertThat(fixture.lists("ORDERS", "orders-1")).isTrue();
        assertThat(fixture.registry.evict(lease, lease.lastRenewal(), false)).isTrue();
        assertThat(lease.renew(fixture.clock.millis() + 1))
                .as("answered 404 once it has ended")
                .isFalse();
    }

    // As if the evictor had run a moment ago.
    private java.util.List<InstanceKey> evictPunctually() {
        return new Evictor(
                        dev.buoy.testing.Settings.server("eureka.server.enable-self-preservation", "false"),
                        fixture.registry,
                        fixture.clock,
                        new java.util.Random(1))
                .evictExpired();
    }
}
