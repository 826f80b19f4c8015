package dev.buoy.peer;

import dev.buoy.wire.ReplicationAnswer;
import java.util.List;

/**
 * What came of sending a batch.
 *
 * @param outcome how it went
 * @param answers one for each entry if {@link BatchOutcome#ANSWERED}; otherwise empty
 * @param reason  what went wrong, for people; empty if nothing did
 */
record BatchReply(BatchOutcome outcome, List<ReplicationAnswer> answers, String reason) {
    static BatchReply answered(List<ReplicationAnswer> answers) {
        return new BatchReply(BatchOutcome.ANSWERED, answers, "");
    }

    static BatchReply failed(BatchOutcome outcome, String reason) {
        return new BatchReply(outcome, List.of(), reason);
    }
}
