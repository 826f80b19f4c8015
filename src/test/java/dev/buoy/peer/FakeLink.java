package dev.buoy.peer;

import dev.buoy.wire.ReplicationAnswer;
import dev.buoy.wire.ReplicationTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A peer that keeps what it is sent, and answers as it is told: 200 to everything unless told otherwise. */
final class FakeLink implements ReplicationLink {
    final List<List<ReplicationTask>> batches = new ArrayList<>();
    private final Deque<Consumer<BatchReply>> unanswered = new ArrayDeque<>();
    private Function<List<ReplicationTask>, BatchReply> answer = FakeLink::success;
    private boolean silent;

    static BatchReply success(List<ReplicationTask> batch) {
        return BatchReply.answered(
                batch.stream().map(task -> ReplicationAnswer.of(200)).toList());
    }

    static BatchReply all(List<ReplicationTask> batch, ReplicationAnswer answer) {
        return BatchReply.answered(batch.stream().map(task -> answer).toList());
    }

    void answers(Function<List<ReplicationTask>, BatchReply> answer) {
        this.answer = answer;
    }

    void fails(BatchOutcome outcome) {
        answer = batch -> BatchReply.failed(outcome, outcome.name());
    }

    void succeeds() {
        answer = FakeLink::success;
    }

    /** From now on, batches are left unanswered until {@link #answerNext}. */
    void falls(boolean silent) {
        this.silent = silent;
    }

    void answerNext(BatchReply reply) {
        unanswered.removeFirst().accept(reply);
    }

    int unanswered() {
        return unanswered.size();
    }

    List<ReplicationTask> entries() {
        return batches.stream().flatMap(List::stream).toList();
    }

    @Override
    public void send(List<ReplicationTask> batch, Consumer<BatchReply> reply) {
        batches.add(batch);
        if (silent) {
            unanswered.add(reply);
        } else {
            reply.accept(answer.apply(batch));
        }
    }
}
