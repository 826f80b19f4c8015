package dev.buoy.web;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Work that takes long, on few threads of its own, so that the event loops keep processors for heartbeats: large and
 * compressed bodies on some, what peers ask for on others. Little of it may wait; the rest is answered with 503.
 */
@Singleton
final class LongWork {
    private static final int MOST_WAITING = 64;

    private final ThreadPoolExecutor bodies;
    private final ThreadPoolExecutor peers;

    LongWork() {
        int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        bodies = threads("large-body", half);
        peers = threads("peer-request", half);
    }

    private static ThreadPoolExecutor threads(String name, int count) {
        AtomicInteger made = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                count, count, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread thread = new Thread(work, name + "-" + made.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @PreDestroy
    void stop() {
        bodies.shutdown();
        peers.shutdown();
    }

    /** Does work for an exchange, and on the exchange's event loop what follows; false, and 503, if too much waits already. */
    <T> boolean run(Exchange exchange, Rank rank, Callable<T> work, Consumer<T> then) {
        Context context = Vertx.currentContext();
        try {
            (rank == Rank.REPLICATION ? peers : bodies).execute(() -> {
                try {
                    T done = work.call();
                    context.runOnContext(ignored -> then.accept(done));
                } catch (Exception | Error e) {
                    context.runOnContext(ignored -> exchange.fail(e));
                }
            });
            return true;
        } catch (RejectedExecutionException full) {
            exchange.send(Answer.OVERLOADED);
            return false;
        }
    }
}
