package dev.buoy.web;

import dev.buoy.config.HttpConfig;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/**
 * Reads the bodies of requests within limits: of one body, as sent and inflated, and of all bodies at a time. Small ones are
 * worked on where they arrive; large and compressed ones on a few threads of their own, so that they cannot make heartbeats
 * wait.
 */
@Singleton
final class BodyReader {
    private static final int LARGE = 64 * 1024;
    private static final Answer TOO_LARGE = Answer.refusal(413, "body too large");
    private static final Answer TOO_SLOW = Answer.refusal(408, "body not complete in time");

    private final long largest;
    private final long largestInflated;
    private final long mostAtATime;
    private final long timeoutMillis;
    private final Admission admission;
    private final LongWork work;
    private final AtomicLong held = new AtomicLong();

    @Inject
    BodyReader(HttpConfig config, Admission admission, LongWork work) {
        this(
                admission,
                work,
                config.maxBodySize().asLongValue(),
                config.maxInflatedSize().asLongValue(),
                Runtime.getRuntime().maxMemory() / 8,
                config.bodyTimeout().toMillis());
    }

    private BodyReader(
            Admission admission,
            LongWork work,
            long largest,
            long largestInflated,
            long mostAtATime,
            long timeoutMillis) {
        this.admission = admission;
        this.work = work;
        this.largest = largest;
        this.largestInflated = largestInflated;
        this.mostAtATime = mostAtATime;
        this.timeoutMillis = timeoutMillis;
    }

    /** Reads the body and sends the answer that is made of it. */
    void read(Exchange exchange, Function<byte[], Answer> handler) {
        read(exchange, Rank.REGISTRATION, largest, handler);
    }

    /** The same for the batch of a peer, which holds many instances: it may be as large as one inflated body. */
    void readBatch(Exchange exchange, Function<byte[], Answer> handler) {
        read(exchange, Rank.REPLICATION, Math.max(largest, largestInflated), handler);
    }

    private void read(Exchange exchange, Rank rank, long limit, Function<byte[], Answer> handler) {
        HttpServerRequest request = exchange.request();
        String encoding = exchange.headers().get(HttpHeaders.CONTENT_ENCODING);
        boolean gzip = false;
        if (encoding != null) {
            switch (encoding.trim().toLowerCase(Locale.ROOT)) {
                case "gzip", "x-gzip" -> gzip = true;
                case "identity", "" -> {} // as it is
                default -> {
                    exchange.send(Answer.refusal(415, "Content-Encoding must be gzip, or absent"));
                    return;
                }
            }
        }
        long declared = declaredLength(request);
        Incoming incoming = new Incoming(exchange, rank, declared, limit, gzip, handler);
        request.handler(incoming::arrived)
                .endHandler(ended -> incoming.ended())
                .exceptionHandler(gone -> incoming.gone());
        incoming.begin();
        if (!admission.tryTake(exchange, rank)) {
            incoming.refuse(Answer.OVERLOADED);
        } else if (declared > limit) {
            incoming.refuse(TOO_LARGE);
        } else if ("100-continue".equalsIgnoreCase(exchange.headers().get(HttpHeaders.EXPECT))) {
            request.response().writeContinue();
        }
        request.resume();
    }

    private static long declaredLength(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : Long.parseLong(length.trim());
        } catch (NumberFormatException e) {
            return 0; // counted as it comes
        }
    }

    /** A body on its way in. Its callbacks come one at a time, on the request's event loop. */
    private final class Incoming {
        // What a refused client may still send before it is cut off; most read the answer only after their last byte.
        private static final long PATIENCE = 32L << 20;

        private final Exchange exchange;
        private final Rank rank;
        private final int expected;
        private final long limit;
        private final boolean gzip;
        private final Function<byte[], Answer> handler;
        private Buffer body; // null before its first part
        private boolean joined;
        private long reserved;
        private long ignored;
        private boolean refused;
        private long timer = -1; // none; Vert.x counts from 0

        Incoming(
                Exchange exchange,
                Rank rank,
                long declared,
                long limit,
                boolean gzip,
                Function<byte[], Answer> handler) {
            this.exchange = exchange;
            this.rank = rank;
            this.expected = (int) Math.max(0, Math.min(declared, LARGE)); // a length may be a lie
            this.limit = limit;
            this.gzip = gzip;
            this.handler = handler;
        }

        /** Bodies that are half sent hold memory that others need, so they may not stay so. */
        void begin() {
            HeaderTimeout.bodyIsOnItsWay(exchange.request(), true);
            if (timeoutMillis <= 0) {
                return;
            }
            timer = Vertx.currentContext().owner().setTimer(timeoutMillis, late -> {
                if (!refused) {
                    refuse(TOO_SLOW);
                }
                cutOff();
            });
        }

        private void end() {
            HeaderTimeout.bodyIsOnItsWay(exchange.request(), false);
            Vertx.currentContext().owner().cancelTimer(timer);
        }

        void arrived(Buffer part) {
            if (refused) {
                ignored += part.length();
                if (ignored > PATIENCE) {
                    cutOff();
                }
            } else if (reserved + part.length() > limit) {
                refuse(TOO_LARGE);
            } else if (held.addAndGet(part.length()) > mostAtATime) {
                reserved += part.length();
                refuse(Answer.OVERLOADED);
            } else {
                reserved += part.length();
                append(part);
            }
        }

        // Most bodies come in one part, which is then the body.
        private void append(Buffer part) {
            if (body == null) {
                body = part;
                return;
            }
            if (!joined) {
                joined = true;
                body = Buffer.buffer(Math.max(expected, body.length() + part.length()))
                        .appendBuffer(body);
            }
            body.appendBuffer(part);
        }

        void refuse(Answer answer) {
            refused = true;
            release();
            if (!isOneOfManyStreams()) {
                exchange.request().response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            }
            exchange.send(answer);
        }

        private void cutOff() {
            if (isOneOfManyStreams()) {
                exchange.request().response().reset();
            } else {
                exchange.request().connection().close();
            }
        }

        private boolean isOneOfManyStreams() {
            return exchange.request().version() == HttpVersion.HTTP_2;
        }

        /** The client went away before the end. */
        void gone() {
            end();
            release();
            if (exchange.inFlight() != null) {
                exchange.inFlight().release();
            }
        }

        private synchronized void release() {
            held.addAndGet(-reserved);
            reserved = 0;
            body = null;
        }

        void ended() {
            end();
            if (refused) {
                cutOff();
                return;
            }
            byte[] bytes = body == null ? new byte[0] : body.getBytes();
            body = null;
            if (!gzip && bytes.length <= LARGE) {
                release();
                try {
                    exchange.send(handler.apply(bytes));
                } catch (RuntimeException e) {
                    exchange.fail(e);
                }
                return;
            }
            if (!work.run(exchange, rank, () -> handleLarge(bytes), exchange::send)) {
                release();
            }
        }

        private Answer handleLarge(byte[] bytes) {
            try {
                return gzip ? inflateAndHandle(bytes) : handler.apply(bytes);
            } finally {
                release();
            }
        }

        private Answer inflateAndHandle(byte[] compressed) {
            long taken = 0;
            try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
                ByteArrayOutputStream inflated = new ByteArrayOutputStream(LARGE);
                byte[] part = new byte[8192];
                for (int n = in.read(part); n >= 0; n = in.read(part)) {
                    taken += n;
                    if (held.addAndGet(n) > mostAtATime) {
                        return Answer.OVERLOADED;
                    }
                    if (taken > largestInflated) {
                        return TOO_LARGE;
                    }
                    inflated.write(part, 0, n);
                }
                return handler.apply(inflated.toByteArray());
            } catch (IOException e) {
                return Answer.badRequest("body is no gzip, or broken");
            } finally {
                held.addAndGet(-taken);
            }
        }
    }
}
