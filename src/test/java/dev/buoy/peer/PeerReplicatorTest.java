package dev.buoy.peer;

import static dev.buoy.testing.Instances.DIRTY;
import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.wire.ReplicationAction;
import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerReplicatorTest {
    private static final Duration DELAY = Duration.ofMillis(500);

    private final RegistryFixture here = new RegistryFixture();
    private final FakeLink link = new FakeLink();
    private final PeerReplicator replicator = replicator(10_000);

    private PeerReplicator replicator(int maxWaiting) {
        var terms =
                new ReplicationTerms(DELAY, 250, maxWaiting, Duration.ofSeconds(30), 4, Duration.ofSeconds(5), true);
        return new PeerReplicator("peer", link, here.registry, here.log, terms, here.clock, new Random(1));
    }

    @Test
    void aChangeIsSentWhenItHasWaitedForOthers() {
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        replicator.run(true);
        assertThat(link.batches).isEmpty();

        passes(DELAY);
        assertThat(actions()).containsExactly(ReplicationAction.Register);
    }

    @Test
    void whatPeersDidIsNotSentOn() {
        here.registry.register(Origin.PEER, plain("ORDERS", "o-1"));
        here.registry.cancel(Origin.PEER, "ORDERS", "o-1");

        passes(DELAY);
        assertThat(link.batches).isEmpty();
    }

    @Test
    void evictionsAreNotSent() {
        here.start(plain("ORDERS", "o-1"));
        here.pass(Duration.ofMinutes(1));
        passes(DELAY);
        link.batches.clear();
        here.stop("o-1");
        here.pass(Duration.ofMinutes(5));

        assertThat(here.size()).isZero();
        passes(DELAY);
        assertThat(link.batches).isEmpty();
    }

    @Test
    void threeHundredChangesGoInTwoBatches() {
        for (int i = 0; i < 300; i++) {
            here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + i));
        }

        passes(DELAY);
        assertThat(link.batches).extracting(List::size).containsExactly(250, 50);
    }

    @Test
    void aFullBatchDoesNotWait() {
        for (int i = 0; i < 250; i++) {
            here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + i));
        }

        replicator.run(true);
        assertThat(link.batches).hasSize(1);
    }

    @Test
    void aHeartbeatOfAnInstanceThatThePeerLacksIsFollowedByItsRegistration() {
        registered("o-1");
        link.answers(batch -> FakeLink.all(batch, ReplicationAnswer.of(404)));
        renews("o-1");

        passes(DELAY);
        assertThat(actions()).containsExactly(ReplicationAction.Heartbeat, ReplicationAction.Register);
    }

    @Test
    void thePeersNewerCopyIsTakenOverWithItsOverride() {
        registered("o-1");
        InstanceInfo newer = instance("ORDERS", "o-1")
                .hostName("newer")
                .lastDirtyTimestamp(DIRTY + 1)
                .status(InstanceStatus.OUT_OF_SERVICE)
                .overriddenStatus(InstanceStatus.OUT_OF_SERVICE)
                .build();
        link.answers(batch -> FakeLink.all(batch, new ReplicationAnswer(409, newer)));
        renews("o-1");
        passes(DELAY);

        InstanceInfo now = here.registry.instance("ORDERS", "o-1").orElseThrow();
        assertThat(now.hostName()).isEqualTo("newer");
        assertThat(now.overriddenStatus()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        assertThat(now.status()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void aCopyOfAnotherInstanceThanWasAskedAboutIsNotTaken() {
        registered("o-1");
        link.answers(batch -> FakeLink.all(
                batch,
                new ReplicationAnswer(
                        409,
                        instance("ORDERS", "evil").lastDirtyTimestamp(DIRTY + 1).build())));
        renews("o-1");
        passes(DELAY);

        assertThat(here.lists("ORDERS", "evil")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(value = BatchOutcome.class, mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
    void whateverFailsIsTriedAgainUntilItSucceeds(BatchOutcome outcome) {
        link.fails(outcome);
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-2"));
        passes(DELAY);
        link.succeeds();
        link.batches.clear();

        passes(Duration.ofSeconds(6));
        assertThat(link.entries()).extracting(ReplicationTask::id).containsExactlyInAnyOrder("o-1", "o-2");
    }

    @ParameterizedTest
    @EnumSource(value = BatchOutcome.class, mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
    void aPeerThatFailsForTenMinutesIsTriedWithPauses(BatchOutcome outcome) {
        link.fails(outcome);
        for (int minute = 0; minute < 10; minute++) {
            here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + minute));
            passes(Duration.ofMinutes(1));
        }

        assertThat(link.batches.size()).isBetween(20, 300);
    }

    @ParameterizedTest
    @EnumSource(value = BatchOutcome.class, mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
    void tenMinutesOfFailureAreWorthFewerThanTwentyLines(BatchOutcome outcome) {
        link.fails(outcome);
        try (LogLines log = new LogLines()) {
            for (int second = 0; second < 600; second++) {
                here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + second % 100));
                passes(Duration.ofSeconds(1));
            }
            assertThat(log.lines).hasSizeBetween(1, 19);
        }
    }

    @Test
    void whatIsTooOldIsNotSent() {
        link.fails(BatchOutcome.UNREACHABLE);
        registeredNoSend("o-1");
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");
        passes(Duration.ofSeconds(31));
        link.succeeds();
        link.batches.clear();

        passes(Duration.ofSeconds(6));
        assertThat(link.batches).isEmpty();
        assertThat(replicator.state().waiting()).isZero();
    }

    @Test
    void theOneEntryThatThePeerRefusesIsDroppedAndTheOthersArrive() {
        for (int i = 0; i < 40; i++) {
            here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + i));
        }
        link.answers(batch -> batch.stream().anyMatch(task -> task.id().equals("o-7"))
                ? BatchReply.failed(BatchOutcome.REFUSED, "HTTP status 400")
                : FakeLink.success(batch));
        List<String> arrived = new ArrayList<>();
        for (int i = 0; i < 280; i++) {
            link.batches.clear();
            passes(Duration.ofMillis(100));
            link.batches.stream()
                    .filter(batch -> batch.stream().noneMatch(task -> task.id().equals("o-7")))
                    .forEach(batch -> batch.forEach(task -> arrived.add(task.id())));
        }

        assertThat(arrived).hasSize(39).doesNotHaveDuplicates();
        assertThat(replicator.state().waiting()).isZero();
    }

    @Test
    void anAnswerThatIsTooShortIsNoAnswer() {
        link.answers(batch -> BatchReply.answered(List.of()));
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        passes(DELAY);

        assertThat(replicator.state().lastError()).isEqualTo("0 answers to 1 entries");
        assertThat(replicator.state().waiting()).isEqualTo(1);
    }

    @Test
    void whatIsSaidOfAnInstanceOnItsWayWaitsForTheAnswer() {
        link.falls(true);
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        passes(DELAY);
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");
        passes(DELAY);
        assertThat(link.batches).hasSize(1);

        link.answerNext(FakeLink.success(link.batches.get(0)));
        assertThat(actions()).containsExactly(ReplicationAction.Register, ReplicationAction.Cancel);
    }

    @Test
    void aCancelThatFollowsARegistrationWhichDidNotArriveReplacesIt() {
        link.falls(true);
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        passes(DELAY);
        here.registry.cancel(Origin.CLIENT, "ORDERS", "o-1");
        replicator.run(true);
        link.falls(false);
        link.answerNext(BatchReply.failed(BatchOutcome.UNREACHABLE, "reset"));
        link.batches.clear();

        passes(Duration.ofSeconds(1));
        assertThat(actions()).containsExactly(ReplicationAction.Cancel);
    }

    @Test
    void theQueueIsBoundedAndTheOldestMakeRoom() {
        PeerReplicator small = replicator(10);
        for (int i = 0; i < 25; i++) {
            here.registry.register(Origin.CLIENT, plain("ORDERS", "o-" + i));
        }
        small.run(false);

        assertThat(small.state().waiting()).isEqualTo(10);
        assertThat(small.state().dropped()).isEqualTo(15);
        small.flush();
        assertThat(link.entries())
                .extracting(ReplicationTask::id)
                .contains("o-24")
                .doesNotContain("o-14");
    }

    @Test
    void heartbeatsDoNotPushChangesOut() {
        PeerReplicator small = replicator(1);
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        small.run(false);
        small.renewed(List.of(new InstanceKey("ORDERS", "o-2")));
        small.flush();

        assertThat(link.entries()).extracting(ReplicationTask::id).containsExactly("o-1");
    }

    @Test
    void theLagIsTheAgeOfTheOldestThatWaits() {
        here.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        here.clock.advance(Duration.ofSeconds(7));
        replicator.run(false);

        assertThat(replicator.state().lagMillis()).isEqualTo(7_000);
    }

    private void passes(Duration time) {
        long end = here.clock.millis() + time.toMillis();
        replicator.run(true);
        while (here.clock.millis() < end) {
            here.clock.advance(Duration.ofMillis(100));
            replicator.run(true);
        }
    }

    private void registeredNoSend(String id) {
        here.registry.register(Origin.CLIENT, plain("ORDERS", id));
    }

    private void registered(String id) {
        registeredNoSend(id);
        passes(DELAY);
        link.batches.clear();
    }

    private void renews(String id) {
        here.registry.renew(Origin.CLIENT, "ORDERS", id);
        replicator.renewed(List.of(new InstanceKey("ORDERS", id)));
    }

    private List<ReplicationAction> actions() {
        return link.entries().stream().map(ReplicationTask::action).toList();
    }
}
