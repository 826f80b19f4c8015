package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.persistence.SnapshotStatus.State;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SnapshotterTest {
    private static final InstanceKey A = new InstanceKey("ORDERS", "a");

    private final MemoryStore store = new MemoryStore();
    private final RegistryFixture first = new RegistryFixture();
    private final Snapshotter snapshotter = snapshotter(first);

    private Snapshotter snapshotter(RegistryFixture fixture) {
        return new Snapshotter(store, fixture.registry, fixture.log, Settings.of(SnapshotConfig.class), fixture.clock);
    }

    /** A server that starts this long after every test began, with the store as it is. */
    private RegistryFixture startedAfter(Duration time) {
        RegistryFixture fixture = new RegistryFixture();
        fixture.clock.advance(time);
        return fixture;
    }

    private static void register(RegistryFixture fixture, String id) {
        fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", id));
    }

    private static InstanceInfo listed(RegistryFixture fixture, String id) {
        return fixture.registry.view().applications().instance("ORDERS", id).orElseThrow();
    }

    @Test
    void aPassWritesWhatChangedSinceTheLastAndNothingElse() {
        snapshotter.restore();
        register(first, "a");
        register(first, "b");
        register(first, "c");
        snapshotter.saveIfMoved();
        first.clock.advance(Duration.ofSeconds(10));
        first.registry.overrideStatus(Origin.CLIENT, "ORDERS", "b", InstanceStatus.OUT_OF_SERVICE, 0);
        first.registry.cancel(Origin.CLIENT, "ORDERS", "c");

        snapshotter.saveIfMoved();

        Batch last = store.batches.get(1);
        assertThat(last.whole()).isFalse();
        assertThat(last.changed())
                .extracting(lease -> lease.instance().instanceId())
                .containsExactly("b");
        assertThat(last.removed()).extracting(removal -> removal.key().id()).containsExactly("c");
        assertThat(last.renewed()).isEmpty();
    }

    @Test
    void aRegistryThatStandsStillIsNotWritten() {
        snapshotter.restore();
        register(first, "a");
        snapshotter.saveIfMoved();
        first.clock.advance(Duration.ofSeconds(10));

        snapshotter.saveIfMoved();

        assertThat(store.batches).hasSize(1);
        assertThat(snapshotter.status().lastSuccess()).isEqualTo(first.clock.instant());
    }

    @Test
    void timesOfRenewalAreWrittenOnceInTheirInterval() {
        snapshotter.restore();
        register(first, "a");
        snapshotter.saveIfMoved();
        for (int i = 0; i < 12; i++) {
            first.clock.advance(Duration.ofSeconds(10));
            first.registry.renew(Origin.CLIENT, "ORDERS", "a");
            snapshotter.saveIfMoved();
        }

        assertThat(store.batches).hasSize(3);
        assertThat(store.kept.get(A).instance().leaseInfo().lastRenewalTimestamp())
                .isEqualTo(first.clock.millis());
    }

    @Test
    void aRestoredLeaseHasOneDurationOfGraceFromTheStart() {
        register(first, "a");
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofHours(5));

        snapshotter(second).restore();

        assertThat(listed(second, "a").leaseInfo().lastRenewalTimestamp()).isEqualTo(ManualClock.START.toEpochMilli());
        assertThat(second.registry.unconfirmed()).containsExactly(A);
        second.clock.advance(Duration.ofSeconds(90));
        assertThat(second.registry.selfPreservation().overdue()).isEmpty();
        second.clock.advance(Duration.ofSeconds(1));
        assertThat(second.registry.selfPreservation().overdue()).hasSize(1);
    }

    @Test
    void restoredLeasesCountAsExpectedRenewals() {
        for (int i = 0; i < 10; i++) {
            register(first, "i" + i);
        }
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));

        snapshotter(second).restore();

        assertThat(second.registry.selfPreservation().assess().expected()).isEqualTo(20.0);
    }

    @Test
    void aHeartbeatMakesARestoredLeaseAnOrdinaryOne() {
        register(first, "a");
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        snapshotter(second).restore();

        second.registry.renew(Origin.CLIENT, "ORDERS", "a");

        assertThat(second.registry.unconfirmed()).isEmpty();
    }

    @Test
    void aPeersCopyOfTheSameAgeReplacesTheRestoredOne() {
        register(first, "a");
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        snapshotter(second).restore();
        InstanceInfo theirs =
                Instances.instance("ORDERS", "a").status(InstanceStatus.DOWN).build();

        second.registry.restore(Origin.PEER, new LeaseState(theirs, InstanceStatus.DOWN, null), 0);

        assertThat(listed(second, "a").status()).isEqualTo(InstanceStatus.DOWN);
        assertThat(second.registry.unconfirmed()).isEmpty();
    }

    @Test
    void aPeersOlderCopyConfirmsThatTheInstanceIsThereAndChangesNothing() {
        register(first, "a");
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        snapshotter(second).restore();
        InstanceInfo theirs = Instances.instance("ORDERS", "a")
                .status(InstanceStatus.DOWN)
                .lastDirtyTimestamp(Instances.DIRTY - 1)
                .build();

        second.registry.restore(Origin.PEER, new LeaseState(theirs, InstanceStatus.DOWN, null), 0);

        assertThat(listed(second, "a").status()).isEqualTo(InstanceStatus.UP);
        assertThat(second.registry.unconfirmed()).isEmpty();
    }

    private RegistryFixture restoredBesideAPeerThatLists(int count) {
        for (int i = 0; i < 20; i++) {
            register(first, "i" + i);
        }
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        Snapshotter after = snapshotter(second);
        after.restore();
        for (int i = 0; i < count; i++) {
            LeaseState theirs = new LeaseState(Instances.plain("ORDERS", "i" + i), InstanceStatus.UP, null);
            second.registry.restore(Origin.PEER, theirs, 0);
        }
        after.peerAnswered(0.85);
        return second;
    }

    @Test
    void whatAPeerThatKnowsTheOthersDoesNotListIsDropped() {
        assertThat(restoredBesideAPeerThatLists(17).size()).isEqualTo(17);
    }

    @Test
    void aPeerThatKnowsTooLittleIsNotBelieved() {
        assertThat(restoredBesideAPeerThatLists(16).size()).isEqualTo(20);
    }

    @Test
    void anOverrideComesBackAndTheClientsNextRegistrationKeepsIt() {
        register(first, "a");
        first.registry.overrideStatus(Origin.CLIENT, "ORDERS", "a", InstanceStatus.OUT_OF_SERVICE, 0);
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        snapshotter(second).restore();

        register(second, "a");

        assertThat(listed(second, "a").status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        second.registry.clearOverride(Origin.CLIENT, "ORDERS", "a", null, Registry.NO_TIMESTAMP);
        assertThat(listed(second, "a").status()).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void whatARestoreBroughtIsNotWrittenBack() {
        register(first, "a");
        snapshotter.saveIfMoved();
        store.batches.clear();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        Snapshotter after = snapshotter(second);
        after.restore();

        after.saveIfMoved();

        assertThat(store.batches).isEmpty();
    }

    @Test
    void aStoreThatFailsIsLeftAloneForLongerAndLongerAndThenGetsAllThatItMissed() {
        snapshotter.restore();
        register(first, "a");
        snapshotter.saveIfMoved();
        store.broken = "no route to host";
        register(first, "b");
        first.registry.cancel(Origin.CLIENT, "ORDERS", "a");
        for (int i = 0; i < 60; i++) {
            first.clock.advance(Duration.ofSeconds(10));
            snapshotter.saveIfMoved();
        }

        SnapshotStatus failing = snapshotter.status();
        assertThat(failing.state()).isEqualTo(State.DEGRADED);
        assertThat(failing.lastError()).isEqualTo("no route to host");
        // In ten minutes: after 10, 20 and 40 seconds, and then once a minute.
        assertThat(failing.failures()).isEqualTo(12);

        store.broken = null;
        first.clock.advance(Duration.ofMinutes(1));
        snapshotter.saveIfMoved();

        assertThat(snapshotter.status().state()).isEqualTo(State.OK);
        assertThat(store.kept).containsOnlyKeys(new InstanceKey("ORDERS", "b"));
    }

    @Test
    void aStoreThatFailedGetsAllThatIsListedSinceItMayHaveLostWhatItHad() {
        snapshotter.restore();
        register(first, "a");
        snapshotter.saveIfMoved();
        store.broken = "a standby takes over";
        register(first, "b");
        snapshotter.saveIfMoved();
        store.broken = null;
        store.kept.clear();
        first.clock.advance(Duration.ofMinutes(1));

        snapshotter.saveIfMoved();

        assertThat(store.kept).containsOnlyKeys(A, new InstanceKey("ORDERS", "b"));
    }

    @Test
    void aStoreThatFailsForLongerThanTheLogReachesBackIsComparedWithTheRegistry() {
        snapshotter.restore();
        register(first, "a");
        register(first, "b");
        snapshotter.saveIfMoved();
        store.broken = "gone";
        first.registry.cancel(Origin.CLIENT, "ORDERS", "a");
        first.clock.advance(Duration.ofHours(1));
        register(first, "c"); // and this drops the cancellation from the log
        snapshotter.saveIfMoved();
        store.broken = null;
        first.clock.advance(Duration.ofMinutes(1));

        snapshotter.saveIfMoved();

        assertThat(store.kept).containsOnlyKeys(new InstanceKey("ORDERS", "b"), new InstanceKey("ORDERS", "c"));
    }

    @Test
    void aStoreThatCannotBeReadAtStartIsReadWhenItCanBe() {
        register(first, "a");
        register(first, "b");
        first.registry.overrideStatus(Origin.CLIENT, "ORDERS", "b", InstanceStatus.OUT_OF_SERVICE, 0);
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        Snapshotter after = snapshotter(second);
        store.broken = "down";
        after.restore();
        assertThat(after.status().state()).isEqualTo(State.DEGRADED);
        second.registry.register(
                Origin.CLIENT,
                Instances.instance("ORDERS", "b")
                        .lastDirtyTimestamp(Instances.DIRTY + 5)
                        .build());
        store.broken = null;
        second.clock.advance(Duration.ofSeconds(20));

        after.saveIfMoved();

        assertThat(after.status().state()).isEqualTo(State.OK);
        assertThat(listed(second, "a").status()).isEqualTo(InstanceStatus.UP);
        assertThat(listed(second, "b").status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void whatIsOverdueWhenTheStoreCanAtLastBeReadIsNotListedAndNotKept() {
        register(first, "a");
        snapshotter.saveIfMoved();
        RegistryFixture second = startedAfter(Duration.ofMinutes(5));
        Snapshotter after = snapshotter(second);
        store.broken = "down";
        after.restore();
        store.broken = null;
        second.clock.advance(Duration.ofMinutes(10));

        after.saveIfMoved();

        assertThat(second.size()).isZero();
        assertThat(store.kept).isEmpty();
    }

    @Test
    void withoutAStoreNothingHappens() {
        Snapshotter none =
                new Snapshotter(null, first.registry, first.log, Settings.of(SnapshotConfig.class), first.clock);
        none.restore();
        none.saveIfMoved();
        none.saveAtShutdown();

        assertThat(none.saveAll()).isEqualTo(Snapshotter.Outcome.OFF);
        assertThat(none.status().state()).isEqualTo(State.OFF);
        assertThat(none.status().lastSuccess()).isNull();
    }
}
