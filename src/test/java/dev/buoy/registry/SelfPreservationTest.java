package dev.buoy.registry;

import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.registry.Assessment.Verdict;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Self-preservation, told as the days of an operator. */
class SelfPreservationTest {
    private final RegistryFixture fixture = new RegistryFixture();

    private Assessment assess() {
        return fixture.registry.selfPreservation().assess();
    }

    @ParameterizedTest(name = "{0} instances: {1} expected, threshold {2}")
    @CsvSource({"1, 2, 1", "2, 4, 3", "5, 10, 8", "10, 20, 17", "20, 40, 34", "100, 200, 170"})
    void figuresOfAFleetAtThirtySecondsAreThoseOfEureka(int instances, double expected, long threshold) {
        fixture.start("ORDERS", instances);

        assertThat(assess().expected()).isEqualTo(expected);
        assertThat(assess().threshold()).isEqualTo(threshold);
    }

    @Test
    void expectedRenewalsFollowRegistrationsAndCancellationsAtOnce() {
        fixture.start("ORDERS", 10);
        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "orders-1");
        assertThat(assess().expected()).isEqualTo(18);

        fixture.start(plain("ORDERS", "orders-11"));
        assertThat(assess().expected()).isEqualTo(20);
    }

    @Test
    void eachInstanceCountsWithItsOwnInterval() {
        fixture.start(
                instance("FAST", "fast-1").leaseInfo(LeaseInfo.terms(10, 30)).build());
        fixture.start(
                instance("SLOW", "slow-1").leaseInfo(LeaseInfo.terms(60, 180)).build());
        fixture.start(instance("SILENT", "silent-1")
                .leaseInfo(LeaseInfo.terms(10_000, 10_000))
                .build());

        assertThat(assess().expected()).isEqualTo(6 + 1 + 0.006);
    }

    @Test
    void anInstanceThatStatesNoIntervalCountsWithTheConfiguredOne() {
        var every10s = new RegistryFixture("eureka.server.expected-client-renewal-interval-seconds", "10");
        every10s.registry.register(Origin.CLIENT, plain("ORDERS", "orders-1"));

        assertThat(every10s.registry.selfPreservation().assess().expected()).isEqualTo(6);
    }

    @Test
    void statusPlaysNoPart() {
        fixture.start("ORDERS", 10);
        for (int i = 1; i <= 4; i++) {
            fixture.registry.overrideStatus(
                    Origin.CLIENT, "ORDERS", "orders-" + i, InstanceStatus.OUT_OF_SERVICE, Registry.NO_TIMESTAMP);
        }
        assertThat(assess().threshold()).isEqualTo(17);
    }

    @Test
    void nothingIsEvictedBeforeTheFirstFullMinute() {
        fixture.registry.register(
                Origin.CLIENT,
                instance("ORDERS", "orders-1").leaseInfo(LeaseInfo.terms(5, 10)).build());
        fixture.clock.advance(Duration.ofSeconds(59));
        assertThat(fixture.evictor.evictExpired()).isEmpty();
        assertThat(assess().verdict()).isEqualTo(Verdict.WARMING_UP);

        fixture.clock.advance(Duration.ofSeconds(61));
        assertThat(fixture.evictor.evictExpired()).hasSize(1);
    }

    @Test
    void aPartitionOfHalfTheFleetEvictsNobody() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(45));

        assertThat(fixture.size()).isEqualTo(20);
        assertThat(assess().active()).isTrue();
        assertThat(assess().renewals()).isEqualTo(20);
        assertThat(assess().overdue()).isEqualTo(10);
        assertThat(assess().explanation())
                .isEqualTo(
                        "20 renewals came in the last minute, not above the threshold of 34 (40 expected): that many "
                                + "instances are unlikely to have died at once, so all are kept until renewals come back.");
    }

    @Test
    void protectionEndsWhenRenewalsComeBackAndEvictionsResume() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(10));
        assertThat(fixture.registry.selfPreservation().activeSince()).isPresent();

        for (int i = 2; i <= 10; i++) { // all come back but one
            fixture.start(plain("ORDERS", "orders-" + i));
        }
        fixture.pass(Duration.ofMinutes(3));
        assertThat(fixture.lists("ORDERS", "orders-1")).isFalse();
        assertThat(fixture.size()).isEqualTo(19);
        assertThat(fixture.registry.selfPreservation().activeSince()).isEmpty();
    }

    @ParameterizedTest(name = "one crash among {0}")
    @ValueSource(ints = {1, 2, 5, 10, 50})
    void oneCrashIsEvictedOnTime(int instances) {
        fixture.start("ORDERS", instances);
        fixture.pass(Duration.ofMinutes(3));
        fixture.stop("orders-1");

        fixture.pass(Duration.ofSeconds(90 + 60));

        assertThat(fixture.lists("ORDERS", "orders-1")).isFalse();
        assertThat(fixture.size()).isEqualTo(instances - 1);
        fixture.pass(Duration.ofMinutes(5));
        assertThat(assess().active()).as("no alarm for one that is gone").isFalse();
    }

    @Test
    void oneCrashFreezesASmallFleetIfNoSingleLossIsTolerated() {
        var strict = new RegistryFixture("buoy.self-preservation.tolerate-single-loss", "false");
        strict.start("ORDERS", 2);
        strict.pass(Duration.ofMinutes(3));
        strict.stop("orders-1");
        strict.pass(Duration.ofMinutes(10));

        assertThat(strict.size()).isEqualTo(2);
        assertThat(strict.registry.selfPreservation().assess().active()).isTrue();
    }

    @Test
    void aSecondLossSoonAfterTheFirstIsProtectedInASmallFleet() {
        fixture.start("ORDERS", 5);
        fixture.pass(Duration.ofMinutes(3));
        fixture.stop("orders-1");
        fixture.pass(Duration.ofMinutes(4));
        fixture.stop("orders-2");
        fixture.pass(Duration.ofMinutes(5));

        assertThat(fixture.lists("ORDERS", "orders-1")).isFalse();
        assertThat(fixture.lists("ORDERS", "orders-2")).isTrue();
    }

    @ParameterizedTest(name = "10 instances that renew every {0} s, 4 die")
    @CsvSource({"10, 30", "60, 180"})
    void lossesShowWhateverTheInterval(int interval, int duration) {
        for (int i = 1; i <= 10; i++) {
            fixture.start(instance("ORDERS", "orders-" + i)
                    .leaseInfo(LeaseInfo.terms(interval, duration))
                    .build());
        }
        fixture.pass(Duration.ofMinutes(5));
        assertThat(assess().verdict()).isEqualTo(Verdict.ENOUGH_RENEWALS);
        for (int i = 1; i <= 4; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(10));
        assertThat(fixture.size()).isEqualTo(10);
        assertThat(assess().active()).isTrue();
    }

    @Test
    void restartsInALoopLeaveTheThresholdWhereItWas() {
        fixture.start("ORDERS", 10);
        fixture.pass(Duration.ofMinutes(3));
        for (int round = 0; round < 20; round++) { // killed, evicted, back under the same id
            fixture.stop("orders-1");
            fixture.pass(Duration.ofMinutes(3));
            fixture.start(plain("ORDERS", "orders-1"));
            assertThat(assess().threshold()).isEqualTo(17);
        }
    }

    @Test
    void killedAndReplacedUnderNewNamesLeavesTheThresholdWhereItWas() {
        fixture.start("ORDERS", 10);
        fixture.pass(Duration.ofMinutes(3));
        for (int round = 1; round <= 20; round++) {
            fixture.stop("orders-" + round);
            fixture.start(plain("ORDERS", "orders-" + (10 + round)));
            fixture.pass(Duration.ofMinutes(3));
            assertThat(assess().threshold()).isEqualTo(17);
            assertThat(fixture.size()).isEqualTo(10);
        }
    }

    @Test
    void aRollingReplacementRaisesNoAlarm() {
        fixture.start("ORDERS", 10);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) { // killed without a farewell, one every 10 s
            fixture.stop("orders-" + i);
            fixture.start(plain("ORDERS", "orders-" + (10 + i)));
            fixture.pass(Duration.ofSeconds(10));
            assertThat(assess().active()).isFalse();
        }
        for (int minute = 0; minute < 10; minute++) {
            fixture.pass(Duration.ofMinutes(1));
            assertThat(assess().active()).isFalse();
        }
        assertThat(fixture.size()).isEqualTo(10);
    }

    @Test
    void aScaleUpRaisesNoAlarm() {
        fixture.start("ORDERS", 10);
        fixture.pass(Duration.ofMinutes(3));
        fixture.start("STOCK", 30);
        for (int second = 0; second < 120; second++) {
            fixture.pass(Duration.ofSeconds(1));
            assertThat(assess().active()).isFalse();
        }
    }

    @Test
    void registeringAgainAndAgainDoesNotHideALoss() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        for (int minute = 0; minute < 10; minute++) {
            for (int i = 11; i <= 20; i++) {
                fixture.registry.register(Origin.CLIENT, plain("ORDERS", "orders-" + i));
            }
            fixture.pass(Duration.ofMinutes(1));
        }
        assertThat(fixture.size()).isEqualTo(20);
    }

    @Test
    void aCreepingLossCannotLaunderItselfThroughSlowEvictions() {
        fixture.start("ORDERS", 100);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 60; i++) { // one a minute falls silent
            fixture.stop("orders-" + i);
            fixture.pass(Duration.ofMinutes(1));
        }
        // Evictions stop when 15 of 100 are missing, and the rest is kept.
        assertThat(fixture.size()).isBetween(85, 99);
        assertThat(assess().active()).isTrue();
    }

    @Test
    void anEvictedInstanceCountsForOneUpdateIntervalAndNoLonger() {
        fixture.start("ORDERS", 10);
        fixture.pass(Duration.ofMinutes(3));
        fixture.stop("orders-1");
        fixture.pass(Duration.ofMinutes(4));
        assertThat(assess().evictedCounting()).isEqualTo(1);
        assertThat(assess().threshold()).isEqualTo(17);

        fixture.pass(Duration.ofMinutes(15));
        assertThat(assess().evictedCounting()).isZero();
        assertThat(assess().threshold()).isEqualTo(15);
    }

    @Test
    void aScaleDownByKillIsGivenUpAfterAnHourAShareAtATime() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(61));
        assertThat(fixture.size()).isEqualTo(20);

        fixture.pass(Duration.ofMinutes(2));
        assertThat(fixture.size()).isBetween(14, 19);
        fixture.pass(Duration.ofMinutes(5));
        assertThat(fixture.size()).isEqualTo(10);
        assertThat(assess().active()).isFalse();
        assertThat(assess().threshold()).isEqualTo(17);
    }

    @Test
    void nothingIsGivenUpWhenTheTimeIsZero() {
        var patient = new RegistryFixture("buoy.self-preservation.give-up-after", "0");
        patient.start("ORDERS", 20);
        patient.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            patient.stop("orders-" + i);
        }
        patient.pass(Duration.ofHours(3));
        assertThat(patient.size()).isEqualTo(20);
    }

    @Test
    void acceptedLossesAreEvictedAtOnceAndProtectionEnds() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(10));

        assertThat(fixture.registry.selfPreservation().acceptLosses(Optional.empty()))
                .isEqualTo(10);
        assertThat(assess().active()).isFalse();
        fixture.pass(Duration.ofMinutes(5));
        assertThat(fixture.size()).isEqualTo(10);
    }

    @Test
    void anAcceptedLossThatRenewsAfterAllIsKeptAndCountsAgain() {
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(10));
        fixture.registry.selfPreservation().acceptLosses(Optional.of("ORDERS"));
        assertThat(fixture.registry.renew(Origin.CLIENT, "ORDERS", "orders-1").outcome())
                .isEqualTo(Renewal.Outcome.RENEWED);

        assertThat(assess().expected()).isEqualTo(22);
        assertThat(fixture.registry.selfPreservation().overdue()).hasSize(9);
    }

    @Test
    void switchedOffItEvictsWhateverIsMissing() {
        var off = new RegistryFixture("eureka.server.enable-self-preservation", "false");
        off.start("ORDERS", 20);
        for (int i = 1; i <= 20; i++) {
            off.stop("orders-" + i);
        }
        off.pass(Duration.ofMinutes(2));
        assertThat(off.size()).as("3 of 20 a run").isEqualTo(17);
    }

    @Test
    void leasesMuchShorterThanAMinuteAreProtectedAsWell() {
        var quick = new RegistryFixture("eureka.server.eviction-interval-timer-in-ms", "1000");
        for (int i = 1; i <= 20; i++) {
            quick.start(instance("ORDERS", "orders-" + i)
                    .leaseInfo(LeaseInfo.terms(1, 4))
                    .build());
        }
        quick.pass(Duration.ofMinutes(3));
        for (int i = 1; i <= 10; i++) {
            quick.stop("orders-" + i);
        }
        quick.pass(Duration.ofSeconds(6));
        assertThat(quick.size()).isEqualTo(20);
        assertThat(quick.registry.selfPreservation().assess().explanation())
                .startsWith("10 leases are overdue and 0 were");
        quick.pass(Duration.ofMinutes(10));
        assertThat(quick.size()).isEqualTo(20);
    }

    @Test
    void anEmptyRegistryNeedsNoProtection() {
        fixture.pass(Duration.ofMinutes(10));
        assertThat(assess().verdict()).isEqualTo(Verdict.NOTHING_EXPECTED);
        assertThat(assess().active()).isFalse();
    }

    @Test
    void clientsThatHardlyEverRenewAreHarmless() {
        for (int i = 1; i <= 20; i++) {
            fixture.registry.register(
                    Origin.CLIENT,
                    instance("STORK", "stork-" + i)
                            .leaseInfo(LeaseInfo.terms(10_000, 10_000))
                            .build());
        }
        fixture.start("ORDERS", 2);
        fixture.pass(Duration.ofMinutes(3));
        fixture.stop("orders-1");
        fixture.pass(Duration.ofMinutes(3));
        assertThat(fixture.lists("ORDERS", "orders-1")).isFalse();
        assertThat(assess().active()).isFalse();
    }
}
