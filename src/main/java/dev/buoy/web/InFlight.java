package dev.buoy.web;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * One request that is in flight: from when it is taken until its answer is handed to the network. It may wait in line
 * first, and hold one of the places for large answers then.
 *
 * <p>Guarded by its own monitor, under which nothing is called that takes another lock.
 */
final class InFlight implements Handler<AsyncResult<Void>> {
    // Streams share a connection, so that its progress says little about one of them.
    private static final int STREAM_PATIENCE = 4;

    private final Admission admission;
    private final HttpServerRequest request;
    private Context context;
    private Runnable turn; // what to do when it is its turn; null unless it waits
    private Runnable late;
    private boolean place;
    private boolean sending;
    private boolean done;
    private int since; // the look at which it began to wait, got its place, or last made progress
    private int sendingSince;
    private long progress;

    InFlight(Admission admission, HttpServerRequest request) {
        this.admission = admission;
        this.request = request;
    }

    synchronized void waitFor(Context context, Runnable turn, Runnable late, int now) {
        this.context = context;
        this.turn = turn;
        this.late = late;
        since = now;
    }

    synchronized boolean hasWaited(int looks, int now) {
        return now - since >= looks;
    }

    synchronized void takePlace(int now) {
        place = true;
        since = now;
    }

    /** It is its turn; the place is its own from here on. False if it does not wait any more. */
    synchronized boolean call(int now) {
        if (turn == null || done) {
            return false;
        }
        takePlace(now);
        Runnable next = turn;
        turn = null;
        context.runOnContext(ignored -> next.run());
        return true;
    }

    /** It has waited for too long. */
    synchronized void giveUp() {
        if (turn != null && !done) {
            turn = null;
            context.runOnContext(ignored -> late.run());
        }
    }

    /** All of the answer is with Vert.x. */
    synchronized void sending() {
        sending = true;
        sendingSince = admission.now();
        since = sendingSince;
        progress = -1;
    }

    /** The answer is with the network, or nobody is there to take it. */
    @Override
    public void handle(AsyncResult<Void> written) {
        release();
    }

    /** It is over; may be called more than once. */
    void release() {
        boolean hadPlace;
        synchronized (this) {
            if (done) {
                return;
            }
            done = true;
            hadPlace = place;
            place = false;
        }
        admission.over(this, hadPlace);
    }

    /** Lets others have its place when it has held it for long: a slow reader costs memory, and no turns. */
    synchronized boolean yieldsPlace(int looks, int now) {
        boolean yields = place && !done && now - since >= looks;
        if (yields) {
            place = false;
        }
        return yields;
    }

    /** Ends it if its client has gone, or has taken nothing of its answer for some looks. */
    void endIfStuck(int looks, int now) {
        if (request.response().closed()) {
            release();
        } else if (isStuck(looks, now)) {
            if (request.version() == HttpVersion.HTTP_2) {
                request.response().reset();
            } else if (request.connection() instanceof ConnectionBase connection) {
                // Below the handler of Vert.x, which would wait until all is sent.
                connection.channelHandlerContext().close();
            }
        }
    }

    private synchronized boolean isStuck(int looks, int now) {
        if (!sending || done || looks <= 0) {
            return false;
        }
        long present = taken();
        if (present != progress) {
            progress = present;
            since = now;
        }
        boolean tooLong = request.version() == HttpVersion.HTTP_2 && now - sendingSince >= STREAM_PATIENCE * looks;
        return tooLong || now - since >= looks;
    }

    // Changes whenever the client takes something. Read from another thread: a stale value delays a verdict by a look.
    private long taken() {
        if (request.connection() instanceof ConnectionBase connection) {
            Channel channel = connection.channel();
            ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
            return waiting == null ? 0 : 31 * waiting.totalPendingWriteBytes() + waiting.currentProgress();
        }
        return 0;
    }
}
