package dev.buoy.registry;

import static dev.buoy.registry.Registry.NO_TIMESTAMP;
import static dev.buoy.testing.Instances.DIRTY;
import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.model.ActionType;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.registry.Renewal.Outcome;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules of contract §5, one by one. */
class RegistryTest {
    private static final String APP = "ORDERS";
    private static final String ID = "orders-1";

    private final RegistryFixture fixture = new RegistryFixture();
    private final Registry registry = fixture.registry;

    private void register(InstanceStatus status, long dirty) {
        registry.register(
                Origin.CLIENT,
                instance(APP, ID).status(status).lastDirtyTimestamp(dirty).build());
    }

    private boolean override(InstanceStatus status) {
        return registry.overrideStatus(Origin.CLIENT, APP, ID, status, NO_TIMESTAMP);
    }

    private Outcome renew(Origin origin, long dirty) {
        return registry.renew(origin, APP, ID, dirty, null).outcome();
    }

    private InstanceInfo served() {
        return registry.instance(APP, ID).orElseThrow();
    }

    private List<LogEntry> log() {
        return fixture.log.after(0).entries();
    }

    @Test
    void whatIsRegisteredIsListedAtOnceEverywhere() {
        registry.register(Origin.CLIENT, plain(APP, ID));

        assertThat(served().actionType()).isEqualTo(ActionType.ADDED);
        assertThat(registry.instance(ID)).isPresent();
        assertThat(registry.view().applications().instance(APP, ID)).isPresent();
        assertThat(registry.view().applications().counts().appsHashCode()).isEqualTo("UP_1_");
        assertThat(registry.applicationsWithVip("orders", false)).hasSize(1);
        assertThat(registry.view().revision()).isEqualTo(fixture.log.revision());
    }

    @Test
    void aNewerOrEqualCopyReplacesOursAndAnOlderOneIsIgnored() {
        register(InstanceStatus.STARTING, DIRTY);
        register(InstanceStatus.UP, DIRTY);
        assertThat(served().status()).isEqualTo(InstanceStatus.UP);

        fixture.clock.advance(Duration.ofSeconds(5));
        boolean stored = registry.register(
                Origin.CLIENT,
                instance(APP, ID)
                        .hostName("other")
                        .lastDirtyTimestamp(DIRTY - 1)
                        .build());

        assertThat(stored).isFalse();
        assertThat(served().hostName()).isEqualTo("host-orders-1");
        assertThat(served().leaseInfo().registrationTimestamp()).isEqualTo(fixture.clock.millis());
    }

    @Test
    void aRegistrationWithoutADirtyTimestampIsAsOfNow() {
        register(InstanceStatus.UP, NO_TIMESTAMP);
        assertThat(served().lastDirtyTimestamp()).isEqualTo(fixture.clock.millis());
    }

    @Test
    void registrationSetsTheTimesOfTheLease() {
        long first = fixture.clock.millis();
        register(InstanceStatus.STARTING, DIRTY);
        assertThat(served().leaseInfo()).isEqualTo(new LeaseInfo(30, 90, first, first, 0, 0));

        fixture.clock.advance(Duration.ofSeconds(5));
        register(InstanceStatus.UP, DIRTY + 1);
        register(InstanceStatus.DOWN, DIRTY + 2);
        long second = fixture.clock.millis();
        assertThat(served().leaseInfo()).isEqualTo(new LeaseInfo(30, 90, second, second, 0, second));
    }

    @Test
    void withoutAnOverrideTheClientsLatestWordCounts() {
        long dirty = DIRTY;
        for (InstanceStatus status : List.of(
                InstanceStatus.UP,
                InstanceStatus.OUT_OF_SERVICE,
                InstanceStatus.UP,
                InstanceStatus.DOWN,
                InstanceStatus.UP)) {
            register(status, ++dirty);
            assertThat(served().status()).isEqualTo(status);
        }
    }

    @Test
    void anOverrideHoldsAgainstUpButNotAgainstDown() {
        register(InstanceStatus.UP, DIRTY);
        override(InstanceStatus.OUT_OF_SERVICE);
        register(InstanceStatus.UP, DIRTY + 1);
        assertThat(served().status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        assertThat(served().overriddenStatus()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);

        register(InstanceStatus.DOWN, DIRTY + 2);
        assertThat(served().status()).isEqualTo(InstanceStatus.DOWN);
        register(InstanceStatus.UP, DIRTY + 3);
        assertThat(served().status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void anOverrideThatComesWithTheFirstRegistrationIsAnInstruction() {
        registry.register(
                Origin.CLIENT,
                instance(APP, ID)
                        .overriddenStatus(InstanceStatus.OUT_OF_SERVICE)
                        .build());
        assertThat(served().status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void anOverrideIsMarkedAsModifiedAndCanOnlyRaiseTheDirtyTimestamp() {
        register(InstanceStatus.UP, DIRTY);
        registry.overrideStatus(Origin.CLIENT, APP, ID, InstanceStatus.DOWN, DIRTY - 5);
        assertThat(served().lastDirtyTimestamp()).isEqualTo(DIRTY);
        registry.overrideStatus(Origin.CLIENT, APP, ID, InstanceStatus.UP, DIRTY + 5);
        assertThat(served().lastDirtyTimestamp()).isEqualTo(DIRTY + 5);
        assertThat(served().actionType()).isEqualTo(ActionType.MODIFIED);
    }

    @Test
    void forcingTheStatusItHasForcesNothing() {
        register(InstanceStatus.UP, DIRTY);
        assertThat(override(InstanceStatus.UP)).isTrue();
        assertThat(served().overriddenStatus()).isEqualTo(InstanceStatus.UNKNOWN);
        assertThat(log()).hasSize(1);
    }

    @Test
    void takingAnOverrideBackGivesTheStatusThatTheClientLastReported() {
        register(InstanceStatus.UP, DIRTY);
        override(InstanceStatus.OUT_OF_SERVICE);
        assertThat(registry.clearOverride(Origin.CLIENT, APP, ID, null, NO_TIMESTAMP))
                .isTrue();

        assertThat(served().status()).isEqualTo(InstanceStatus.UP);
        assertThat(served().overriddenStatus()).isEqualTo(InstanceStatus.UNKNOWN);
        assertThat(renew(Origin.CLIENT, NO_TIMESTAMP)).isEqualTo(Outcome.RENEWED);
    }

    @Test
    void takingAnOverrideBackGivesTheStatusAskedFor() {
        register(InstanceStatus.UP, DIRTY);
        override(InstanceStatus.OUT_OF_SERVICE);
        registry.clearOverride(Origin.CLIENT, APP, ID, InstanceStatus.DOWN, NO_TIMESTAMP);
        assertThat(served().status()).isEqualTo(InstanceStatus.DOWN);
    }

    @Test
    void takingBackAnOverrideThatIsNotThereChangesNothing() {
        register(InstanceStatus.UP, DIRTY);
        assertThat(registry.clearOverride(Origin.CLIENT, APP, ID, InstanceStatus.DOWN, NO_TIMESTAMP))
                .isTrue();
        assertThat(served().status()).isEqualTo(InstanceStatus.UP);
        assertThat(log()).hasSize(1);
    }

    @Test
    void anOverriddenCopyDoesNotTellWhatTheClientSays() {
        registry.register(
                Origin.PEER,
                instance(APP, ID)
                        .status(InstanceStatus.OUT_OF_SERVICE)
                        .overriddenStatus(InstanceStatus.OUT_OF_SERVICE)
                        .build());
        registry.clearOverride(Origin.CLIENT, APP, ID, null, NO_TIMESTAMP);

        assertThat(served().status()).isEqualTo(InstanceStatus.UNKNOWN);
        assertThat(renew(Origin.CLIENT, NO_TIMESTAMP))
                .as("so that it registers")
                .isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void overridesAreOfOneInstanceNotOfAllWithItsId() {
        registry.register(Origin.CLIENT, plain("AA", "x"));
        registry.register(Origin.CLIENT, plain("BB", "x"));
        registry.overrideStatus(Origin.CLIENT, "AA", "x", InstanceStatus.OUT_OF_SERVICE, NO_TIMESTAMP);
        registry.renew(Origin.CLIENT, "BB", "x");
        registry.cancel(Origin.CLIENT, "BB", "x");

        assertThat(registry.instance("AA", "x").orElseThrow().overriddenStatus())
                .isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void cancellingDropsTheOverride() {
        register(InstanceStatus.UP, DIRTY);
        override(InstanceStatus.OUT_OF_SERVICE);
        registry.cancel(Origin.CLIENT, APP, ID);
        register(InstanceStatus.UP, DIRTY);
        assertThat(served().status()).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void aHeartbeatShowsWhenItCameAndIsNoChange() {
        register(InstanceStatus.UP, DIRTY);
        fixture.clock.advance(Duration.ofSeconds(30));
        assertThat(renew(Origin.CLIENT, DIRTY)).isEqualTo(Outcome.RENEWED);

        assertThat(served().leaseInfo().lastRenewalTimestamp()).isEqualTo(fixture.clock.millis());
        assertThat(log()).hasSize(1);
    }

    @Test
    void theAnswerToAHeartbeatDependsOnTheDirtyTimestampAndOnWhoAsks() {
        register(InstanceStatus.UP, DIRTY);
        assertThat(renew(Origin.CLIENT, DIRTY + 1)).isEqualTo(Outcome.NEWER_ELSEWHERE);
        assertThat(renew(Origin.CLIENT, DIRTY - 1)).isEqualTo(Outcome.RENEWED);
        assertThat(renew(Origin.PEER, DIRTY + 1)).isEqualTo(Outcome.NEWER_ELSEWHERE);
        assertThat(registry.renew(Origin.PEER, APP, ID, DIRTY - 1, null).ours()).isEqualTo(served());
    }

    @Test
    void theDirtyTimestampOfAHeartbeatCanBeIgnored() {
        var lenient = new RegistryFixture("eureka.server.sync-when-timestamp-differs", "false").registry;
        lenient.register(Origin.CLIENT, plain(APP, ID));
        assertThat(lenient.renew(Origin.PEER, APP, ID, DIRTY - 1, null).outcome())
                .isEqualTo(Outcome.RENEWED);
        assertThat(lenient.renew(Origin.CLIENT, APP, ID, DIRTY + 1, null).outcome())
                .isEqualTo(Outcome.RENEWED);
    }

    @Test
    void aPeersHeartbeatBringsTheOverrideOfItsNewerCopy() {
        register(InstanceStatus.UP, DIRTY);
        registry.renew(Origin.PEER, APP, ID, DIRTY + 1, InstanceStatus.OUT_OF_SERVICE);
        assertThat(served().overriddenStatus()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);

        registry.renew(Origin.CLIENT, APP, ID, DIRTY + 1, InstanceStatus.DOWN);
        assertThat(served().overriddenStatus()).as("a client has no say").isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void anInstanceOfUnknownStatusIsToldToRegister() {
        register(InstanceStatus.UNKNOWN, DIRTY);
        assertThat(renew(Origin.CLIENT, DIRTY)).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void metadataIsMergedAndAllElseStays() {
        registry.register(
                Origin.CLIENT,
                instance(APP, ID).metadata(Metadata.of("zone", "a")).build());
        override(InstanceStatus.OUT_OF_SERVICE);
        assertThat(registry.updateMetadata(APP, ID, Map.of("weight", "3"))).isTrue();

        assertThat(served().metadata().toMap()).isEqualTo(Map.of("zone", "a", "weight", "3"));
        assertThat(served().status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        assertThat(served().lastDirtyTimestamp()).isEqualTo(DIRTY);
        assertThat(log().get(2).change().kind()).isEqualTo(ChangeKind.METADATA_CHANGED);

        registry.clearOverride(Origin.CLIENT, APP, ID, null, NO_TIMESTAMP);
        assertThat(served().status()).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void whatIsCancelledIsGoneAndToldWithItsLastState() {
        register(InstanceStatus.UP, DIRTY);
        assertThat(registry.cancel(Origin.CLIENT, APP, ID)).isTrue();
        assertThat(registry.cancel(Origin.CLIENT, APP, ID)).isFalse();

        assertThat(registry.view().applications()).isEmpty();
        assertThat(registry.applicationsWithVip("orders", false)).isEmpty();
        InstanceInfo last = log().get(1).change().instance();
        assertThat(last.actionType()).isEqualTo(ActionType.DELETED);
        assertThat(last.status()).isEqualTo(InstanceStatus.UP);
        assertThat(last.leaseInfo().evictionTimestamp()).isEqualTo(fixture.clock.millis());
    }

    @Test
    void theUnknownIsAnsweredAsUnknown() {
        assertThat(renew(Origin.CLIENT, NO_TIMESTAMP)).isEqualTo(Outcome.UNKNOWN);
        assertThat(override(InstanceStatus.DOWN)).isFalse();
        assertThat(registry.clearOverride(Origin.CLIENT, APP, ID, null, NO_TIMESTAMP))
                .isFalse();
        assertThat(registry.updateMetadata(APP, ID, Map.of("a", "b"))).isFalse();
        assertThat(registry.instance(APP, ID)).isEmpty();
    }

    @Test
    void aListOfVipsIsFoundUnderEachOfThemUntrimmed() {
        registry.register(
                Origin.CLIENT, instance(APP, ID).vipAddress("one, two").build());
        assertThat(registry.applicationsWithVip("one", false)).hasSize(1);
        assertThat(registry.applicationsWithVip(" two", false)).hasSize(1);
        assertThat(registry.applicationsWithVip("one, two", false)).isEmpty();
        assertThat(registry.applicationsWithVip("One", false)).isEmpty();
        assertThat(registry.applicationsWithVip("orders", true)).hasSize(1);
    }

    @Test
    void aVipThatChangesIsFoundUnderTheNewNameOnly() {
        registry.register(Origin.CLIENT, instance(APP, ID).vipAddress("old").build());
        registry.register(Origin.CLIENT, instance(APP, ID).vipAddress("new").build());
        assertThat(registry.applicationsWithVip("old", false)).isEmpty();
        assertThat(registry.applicationsWithVip("new", false)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Origin.class,
            names = {"CLIENT", "PEER"})
    void renewalsOfClientsOnlyAreToldToPeers(Origin origin) {
        List<Object> told = new java.util.ArrayList<>();
        registry.addRenewalSink(told::add);
        register(InstanceStatus.UP, DIRTY);
        renew(origin, NO_TIMESTAMP);
        assertThat(told).hasSize(origin == Origin.CLIENT ? 1 : 0);
    }

    @Test
    void aRestoredLeaseKeepsItsAgeAndHasItsGrace() {
        long saved = fixture.clock.millis();
        InstanceInfo info = instance(APP, ID)
                .leaseInfo(new LeaseInfo(30, 90, saved, saved, 0, saved))
                .build();
        fixture.clock.advance(Duration.ofHours(1));
        registry.restore(
                Origin.SNAPSHOT, new LeaseState(info, InstanceStatus.UP, null), fixture.clock.millis() + 90_000);
        fixture.pass(Duration.ofSeconds(90));
        assertThat(fixture.evictor.evictExpired()).isEmpty();
        assertThat(served().leaseInfo().lastRenewalTimestamp()).isEqualTo(saved);

        fixture.clock.advance(Duration.ofSeconds(1));
        assertThat(fixture.evictor.evictExpired()).hasSize(1);
    }

    @Test
    void aRestoredCopyNeverReplacesANewerOne() {
        register(InstanceStatus.UP, DIRTY);
        InstanceInfo older =
                instance(APP, ID).hostName("old").lastDirtyTimestamp(DIRTY - 1).build();
        assertThat(registry.restore(Origin.PEER, new LeaseState(older, null, null), 0))
                .isFalse();
        assertThat(served().hostName()).isEqualTo("host-orders-1");
    }
}
