package dev.buoy.peer;

import static dev.buoy.testing.Instances.DIRTY;
import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceStatus;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotTest {
    private final InstanceInfo copy = plain("ORDERS", "o-1");
    private final Slot slot = new Slot(copy.key(), 0);

    @Test
    void aHeartbeatIsSentOnceHoweverOftenItCame() {
        slot.heartbeat(0);
        slot.heartbeat(0);

        assertThat(actions()).containsExactly(ReplicationAction.Heartbeat);
    }

    @Test
    void aHeartbeatAddsNothingToARegistration() {
        slot.register(0, 0, copy);
        slot.heartbeat(0);

        assertThat(actions()).containsExactly(ReplicationAction.Register);
    }

    @Test
    void theLatestOfSeveralRegistrationsIsSent() {
        slot.register(0, 0, copy);
        slot.register(
                1, 1, instance("ORDERS", "o-1").lastDirtyTimestamp(DIRTY + 1).build());

        assertThat(slot.tasks(copy, false))
                .extracting(ReplicationTask::lastDirtyTimestamp)
                .containsExactly(DIRTY + 1);
    }

    @Test
    void anOverrideGoesBehindTheRegistrationWhicheverCameFirst() {
        slot.override(0, false, copy);
        slot.register(1, 1, copy);

        assertThat(actions()).containsExactly(ReplicationAction.Register, ReplicationAction.StatusUpdate);
    }

    @Test
    void whatIsRegisteredAfterACancelGoesBehindIt() {
        slot.register(0, 0, copy);
        slot.override(1, false, copy);
        slot.cancel(2, copy);
        slot.register(3, 3, copy);
        slot.override(4, true, copy);

        assertThat(actions())
                .containsExactly(
                        ReplicationAction.Cancel, ReplicationAction.Register, ReplicationAction.DeleteStatusOverride);
    }

    @Test
    void whatHasJustHappenedGoesBeforeTheCancel() {
        slot.heartbeat(0);
        slot.override(1, false, copy);
        slot.cancel(2, copy);

        assertThat(actions())
                .containsExactly(ReplicationAction.Heartbeat, ReplicationAction.StatusUpdate, ReplicationAction.Cancel);
    }

    @Test
    void afterAFailureTheCancelIsAllThatIsTriedAgain() {
        slot.heartbeat(0);
        slot.override(1, false, copy);
        slot.cancel(2, copy);

        slot.attemptFailed();

        assertThat(actions()).containsExactly(ReplicationAction.Cancel);
    }

    @Test
    void aCancelOfACopyNamesItOnlyToThoseWhoUnderstand() {
        slot.cancel(0, copy);

        assertThat(slot.tasks(null, true).get(0).lastDirtyTimestamp()).isEqualTo(DIRTY);
        assertThat(slot.tasks(null, false).get(0).lastDirtyTimestamp()).isNegative();
    }

    @Test
    void aCancelLivesAsLongAsAsked() {
        slot.cancel(0, copy);

        slot.expire(30_000, 30_000);
        assertThat(slot.size()).isEqualTo(1);

        slot.expire(30_001, 30_000);
        assertThat(slot.size()).isZero();
    }

    @Test
    void aHeartbeatShowsTheOverride() {
        InstanceInfo overridden = instance("ORDERS", "o-1")
                .status(InstanceStatus.OUT_OF_SERVICE)
                .overriddenStatus(InstanceStatus.OUT_OF_SERVICE)
                .build();
        slot.heartbeat(0);

        assertThat(slot.tasks(overridden, false))
                .extracting(ReplicationTask::overriddenStatus)
                .containsExactly(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void aHeartbeatOfAnInstanceThatIsGoneIsNotSent() {
        slot.heartbeat(0);

        assertThat(slot.tasks(null, false)).isEmpty();
    }

    private List<ReplicationAction> actions() {
        return slot.tasks(copy, false).stream().map(ReplicationTask::action).toList();
    }
}
