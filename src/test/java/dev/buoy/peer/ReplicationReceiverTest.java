package dev.buoy.peer;

import static dev.buoy.testing.Instances.DIRTY;
import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicationReceiverTest {
    private final RegistryFixture here = new RegistryFixture();
    private final ReplicationReceiver receiver = new ReplicationReceiver(
            here.registry, new PeerExports(here.registry, here.log, new EurekaCodec(), new NodeId("me"), here.clock));

    @Test
    void aRegistrationIsListedAndNotPassedOn() {
        assertThat(codes(register(plain("ORDERS", "o-1")))).containsExactly(200);

        assertThat(here.lists("ORDERS", "o-1")).isTrue();
        assertThat(here.log.after(0).entries())
                .extracting(entry -> entry.origin())
                .containsExactly(Origin.PEER);
    }

    @Test
    void anInvalidRegistrationIsRefusedAndTheNextEntryStillCounts() {
        InstanceInfo withoutHost = instance("ORDERS", "o-1").hostName(null).build();

        assertThat(codes(register(withoutHost), register(plain("ORDERS", "o-2"))))
                .containsExactly(400, 200);
        assertThat(here.lists("ORDERS", "o-2")).isTrue();
    }

    @Test
    void entriesForOneInstanceApplyInOrder() {
        assertThat(codes(
                        register(plain("ORDERS", "o-1")),
                        task(ReplicationAction.StatusUpdate, DIRTY, InstanceStatus.OUT_OF_SERVICE),
                        task(ReplicationAction.Heartbeat, DIRTY, null)))
                .containsExactly(200, 200, 200);
        assertThat(status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);

        assertThat(codes(task(ReplicationAction.DeleteStatusOverride, DIRTY, InstanceStatus.UP)))
                .containsExactly(200);
        assertThat(status()).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void aHeartbeatOfAnOlderCopyIsAnsweredWithOurs() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), null);

        List<ReplicationAnswer> answers =
                receiver.apply(List.of(task(ReplicationAction.Heartbeat, DIRTY - 1, null)), null);
        assertThat(answers.get(0).statusCode()).isEqualTo(409);
        assertThat(answers.get(0).entity().instanceId()).isEqualTo("o-1");
    }

    @Test
    void aHeartbeatOfANewerOrUnknownCopyAsksForIt() {
        assertThat(codes(task(ReplicationAction.Heartbeat, DIRTY, null))).containsExactly(404);
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), null);
        assertThat(codes(task(ReplicationAction.Heartbeat, DIRTY + 1, null))).containsExactly(404);
    }

    @Test
    void aLateCancelOfAnOlderCopyTakesNothingAway() {
        receiver.apply(
                List.of(register(
                        instance("ORDERS", "o-1").lastDirtyTimestamp(DIRTY + 1).build())),
                null);

        assertThat(codes(task(ReplicationAction.Cancel, DIRTY, null))).containsExactly(409);
        assertThat(here.lists("ORDERS", "o-1")).isTrue();
    }

    @Test
    void aCancelWithoutADateTakesWhateverThereIs() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), null);

        assertThat(codes(task(ReplicationAction.Cancel, -1, null))).containsExactly(200);
        assertThat(codes(task(ReplicationAction.Cancel, -1, null))).containsExactly(404);
    }

    @Test
    void whatWasCancelledHereIsNotBroughtBackByANodeThatHadNotHeard() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), "other");
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");

        assertThat(codesFrom("third", register(renewedAt(here.clock.millis() - 1))))
                .containsExactly(409);
        assertThat(here.lists("ORDERS", "o-1")).isFalse();
    }

    @Test
    void whatWasCancelledHereIsListedAgainWhenItsClientShowsThatItLives() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), "other");
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");

        assertThat(codesFrom("third", register(renewedAt(here.clock.millis() + 1))))
                .containsExactly(200);
        assertThat(here.lists("ORDERS", "o-1")).isTrue();
    }

    @Test
    void aNodeThatCancelsAndThenRegistersMeansIt() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), "other");

        assertThat(codesFrom(
                        "other",
                        task(ReplicationAction.Cancel, DIRTY, null),
                        register(renewedAt(here.clock.millis() - 1))))
                .containsExactly(200, 200);
        assertThat(here.lists("ORDERS", "o-1")).isTrue();
    }

    @Test
    void aServerOfEurekaIsBelievedAsEurekaBelievesIt() {
        receiver.apply(List.of(register(plain("ORDERS", "o-1"))), null);
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");

        assertThat(codes(register(plain("ORDERS", "o-1")))).containsExactly(200);
    }

    @Test
    void whatANodeSendsToItselfChangesNothing() {
        List<ReplicationAnswer> answers = receiver.apply(List.of(register(plain("ORDERS", "o-1"))), "me");

        assertThat(answers).containsExactly(ReplicationAnswer.of(200));
        assertThat(here.size()).isZero();
    }

    private InstanceStatus status() {
        return here.registry.instance("ORDERS", "o-1").orElseThrow().status();
    }

    private static InstanceInfo renewedAt(long at) {
        return instance("ORDERS", "o-1")
                .leaseInfo(new LeaseInfo(30, 90, at, at, 0, 0))
                .build();
    }

    private List<Integer> codes(ReplicationTask... tasks) {
        return codesFrom(null, tasks);
    }

    private List<Integer> codesFrom(String sender, ReplicationTask... tasks) {
        return receiver.apply(List.of(tasks), sender).stream()
                .map(ReplicationAnswer::statusCode)
                .toList();
    }

    private static ReplicationTask register(InstanceInfo instance) {
        return new ReplicationTask(
                ReplicationAction.Register,
                instance.app(),
                instance.instanceId(),
                instance.lastDirtyTimestamp(),
                null,
                instance.status(),
                instance);
    }

    private static ReplicationTask task(ReplicationAction action, long dirty, InstanceStatus status) {
        return new ReplicationTask(action, "ORDERS", "o-1", dirty, null, status, null);
    }
}
