package dev.buoy.web;

import jakarta.inject.Singleton;
import java.util.concurrent.atomic.LongAdder;

/** How many requests there were since start, by operation and outcome. An addition each, since heartbeats are counted too. */
@Singleton
public final class RequestCounts {
    private final LongAdder[][] counts = new LongAdder[Operation.values().length][Outcome.values().length];

    RequestCounts() {
        for (LongAdder[] ofOperation : counts) {
            for (int i = 0; i < ofOperation.length; i++) {
                ofOperation[i] = new LongAdder();
            }
        }
    }

    void add(Operation operation, Outcome outcome) {
        counts[operation.ordinal()][outcome.ordinal()].increment();
    }

    public long of(Operation operation, Outcome outcome) {
        return counts[operation.ordinal()][outcome.ordinal()].sum();
    }
}
