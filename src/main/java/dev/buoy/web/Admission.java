package dev.buoy.web;

import dev.buoy.config.HttpConfig;
import io.vertx.core.Vertx;
import jakarta.annotation.PostConstruct;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bounds the requests in flight, and decides who is refused when there are too many (ADR 10): each rank is taken up to its
 * share of the limit. Of fetches of the whole registry only some are sent at a time, so that heartbeats get their turns
 * between them; the others wait in line, for a while.
 *
 * <p>Invariants: {@link #inFlight} is the size of {@link #requests}; {@link #places} counts those that hold a place. The
 * line is guarded by its own monitor, which may be held when that of an {@link InFlight} is taken, and never the other
 * way round.
 */
@Singleton
public final class Admission {
    private static final Duration LOOK = Duration.ofMillis(250);
    /** For how long an answer keeps others from being sent, in looks. */
    private static final int OWN_TURN = 4;

    private final Vertx vertx;
    private final int[] most = new int[Rank.values().length];
    private final LongAdder[] shed = new LongAdder[Rank.values().length];
    private final int mostPlaces;
    private final int patience;
    private final int silence;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Set<InFlight> requests = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger();
    private final Queue<InFlight> line = new ArrayDeque<>();
    private volatile int waiting;
    private volatile int looks;

    @Inject
    Admission(HttpConfig config, Vertx vertx) {
        this.vertx = vertx;
        for (Rank rank : Rank.values()) {
            most[rank.ordinal()] = rank.share(config.maxRequestsInFlight());
            shed[rank.ordinal()] = new LongAdder();
        }
        mostPlaces = config.maxRegistryFetches();
        patience = looks(config.maxWait());
        silence = looks(config.answerTimeout());
    }

    private static int looks(Duration time) {
        return (int) Math.min(Integer.MAX_VALUE / 8, (time.toMillis() + LOOK.toMillis() - 1) / LOOK.toMillis());
    }

    @PostConstruct
    void start() {
        vertx.setPeriodic(LOOK.toMillis(), ignored -> look());
    }

    /** Takes a request, or answers it with 503. Whether it was taken. */
    boolean takes(Exchange exchange, Rank rank) {
        if (tryTake(exchange, rank)) {
            return true;
        }
        exchange.send(Answer.OVERLOADED);
        return false;
    }

    /** Takes a request, or counts it as refused. */
    boolean tryTake(Exchange exchange, Rank rank) {
        if (inFlight.incrementAndGet() > most[rank.ordinal()]) {
            inFlight.decrementAndGet();
            shed[rank.ordinal()].increment();
            return false;
        }
        InFlight taken = new InFlight(this, exchange.request());
        requests.add(taken);
        exchange.inFlight(taken);
        return true;
    }

    /** Runs what answers a taken request once it is its turn to be sent, mostly at once; 503 if that takes too long. */
    void inTurn(Exchange exchange, Runnable turn) {
        InFlight request = exchange.inFlight();
        if (waiting == 0 && takePlace()) {
            request.takePlace(looks);
            turn.run();
            return;
        }
        request.waitFor(
                Vertx.currentContext(),
                turn,
                () -> {
                    shed[Rank.REGISTRY.ordinal()].increment();
                    exchange.send(Answer.OVERLOADED);
                },
                looks);
        synchronized (line) {
            line.add(request);
            waiting = line.size();
        }
        serve(); // a place may have become free in between
    }

    private boolean takePlace() {
        if (places.incrementAndGet() <= mostPlaces) {
            return true;
        }
        places.decrementAndGet();
        return false;
    }

    private void serve() {
        while (waiting > 0 && takePlace()) {
            InFlight next;
            synchronized (line) {
                next = line.poll();
                waiting = line.size();
            }
            if (next == null || !next.call(looks)) {
                places.decrementAndGet();
            }
        }
    }

    void over(InFlight request, boolean hadPlace) {
        if (requests.remove(request)) {
            inFlight.decrementAndGet();
        }
        if (hadPlace) {
            places.decrementAndGet();
            serve();
        }
    }

    int now() {
        return looks;
    }

    private void look() {
        int now = ++looks;
        for (InFlight request : requests) {
            if (request.yieldsPlace(OWN_TURN, now)) {
                places.decrementAndGet();
            }
            request.endIfStuck(silence, now);
        }
        synchronized (line) {
            while (!line.isEmpty() && line.peek().hasWaited(patience, now)) {
                line.poll().giveUp();
            }
            waiting = line.size();
        }
        serve();
    }

    /** Requests that are being read, worked on, waiting, or sent. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Those of them that wait in line. */
    public int waiting() {
        return waiting;
    }

    /** How many of a rank were refused since start. */
    public long shed(Rank rank) {
        return shed[rank.ordinal()].sum();
    }
}
