package dev.buoy.peer;

import dev.buoy.text.Printable;
import dev.buoy.wire.MalformedPayloadException;
import dev.buoy.wire.ReplicationCodec;
import dev.buoy.wire.ReplicationTask;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/** One server, by HTTP. Never waits; connections are pooled. */
final class HttpPeer implements ReplicationLink {
    private static final int MOST_BYTES_OF_ANSWERS = 16 << 20;
    private static final int MOST_SILENCES = 12;

    private final Vertx vertx;
    private final HttpClient client;
    private final PeerUrl url;
    private final NodeId self;
    private final ReplicationCodec codec;
    private final long readTimeoutMillis;
    private final boolean compress;

    /** @param compress whether batches are sent as gzip */
    HttpPeer(
            Vertx vertx,
            HttpClient client,
            PeerUrl url,
            NodeId self,
            ReplicationCodec codec,
            long readTimeoutMillis,
            boolean compress) {
        this.vertx = vertx;
        this.client = client;
        this.url = url;
        this.self = self;
        this.codec = codec;
        this.readTimeoutMillis = readTimeoutMillis;
        this.compress = compress;
    }

    @Override
    public void send(List<ReplicationTask> batch, Consumer<BatchReply> reply) {
        byte[] body = codec.encodeBatch(batch);
        RequestOptions options = request(HttpMethod.POST, PeerPaths.BATCH)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .putHeader(HttpHeaders.ACCEPT, "application/json");
        if (compress) {
            options.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
            body = gzip(body);
        }
        exchange(
                options,
                Buffer.buffer(body),
                MOST_BYTES_OF_ANSWERS,
                readTimeoutMillis,
                answer -> reply.accept(read(answer)));
    }

    private BatchReply read(HttpReply answer) {
        BatchOutcome failure = answer.outcome();
        if (failure != null) {
            return BatchReply.failed(failure, answer.isAnswer() ? "HTTP status " + answer.status() : answer.reason());
        }
        try {
            return BatchReply.answered(codec.decodeAnswers(answer.body()));
        } catch (MalformedPayloadException e) {
            return BatchReply.failed(BatchOutcome.REFUSED, "an answer that is no list of results: " + e.getMessage());
        }
    }

    /**
     * Fetches something below the server's base URL.
     *
     * @param accept     media types
     * @param mostBytes  largest body to read
     * @param silence    longest time to wait for more of the answer, milliseconds
     */
    void get(String path, String accept, int mostBytes, long silence, Consumer<HttpReply> reply) {
        RequestOptions options = request(HttpMethod.GET, path).putHeader(HttpHeaders.ACCEPT, accept);
        exchange(options, null, mostBytes, silence, reply);
    }

    private RequestOptions request(HttpMethod method, String path) {
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setHost(url.host())
                .setPort(url.port())
                .setSsl(url.tls())
                .setURI(url.path() + path)
                .putHeader("DiscoveryIdentity-Name", "DefaultServer")
                .putHeader("DiscoveryIdentity-Version", "1.0")
                .putHeader(NodeId.HEADER, self.value());
        url.authorization().ifPresent(value -> options.putHeader(HttpHeaders.AUTHORIZATION, value));
        return options;
    }

    private void exchange(
            RequestOptions options, Buffer body, int mostBytes, long silenceMillis, Consumer<HttpReply> reply) {
        client.request(options).onComplete(opened -> {
            if (opened.failed()) {
                reply.accept(HttpReply.none(BatchOutcome.UNREACHABLE, reason(opened.cause())));
            } else {
                new Pending(opened.result(), mostBytes, silenceMillis, reply).start(body);
            }
        });
    }

    private static String reason(Throwable cause) {
        String text = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return Printable.of(text);
    }

    private static byte[] gzip(byte[] body) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(body.length / 4 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    /** A request that has its connection. All on that connection's event loop. */
    private final class Pending {
        private final HttpClientRequest request;
        private final int mostBytes;
        private final long silenceMillis;
        private final Consumer<HttpReply> reply;
        private final Buffer body = Buffer.buffer();
        private long timer;
        private int silences;
        private boolean heard;
        private boolean done;

        Pending(HttpClientRequest request, int mostBytes, long silenceMillis, Consumer<HttpReply> reply) {
            this.request = request;
            this.mostBytes = mostBytes;
            this.silenceMillis = silenceMillis;
            this.reply = reply;
        }

        void start(Buffer content) {
            timer = vertx.setPeriodic(silenceMillis, ignored -> noteSilence());
            request.exceptionHandler(this::broke);
            request.response().onSuccess(this::answered).onFailure(this::broke);
            if (content == null) {
                request.end();
            } else {
                request.end(content);
            }
        }

        private void answered(HttpClientResponse response) {
            heard = true;
            response.exceptionHandler(this::broke);
            response.handler(part -> {
                heard = true;
                if (body.length() + part.length() > mostBytes) {
                    fail(BatchOutcome.REFUSED, "an answer of more than " + mostBytes + " bytes");
                } else {
                    body.appendBuffer(part);
                }
            });
            response.endHandler(ignored -> finish(new HttpReply(
                    response.statusCode(),
                    response.getHeader(NodeId.HEADER),
                    response.getHeader(HttpHeaders.CONTENT_TYPE),
                    body.getBytes(),
                    null,
                    "")));
        }

        // Parts that trickle in keep it alive, but not for ever.
        private void noteSilence() {
            if (!heard || ++silences >= MOST_SILENCES) {
                fail(BatchOutcome.CONGESTED, "no answer within " + silenceMillis + " ms");
            }
            heard = false;
        }

        private void broke(Throwable cause) {
            finish(HttpReply.none(BatchOutcome.UNREACHABLE, reason(cause)));
        }

        private void fail(BatchOutcome outcome, String reason) {
            finish(HttpReply.none(outcome, reason));
            request.reset();
        }

        private void finish(HttpReply result) {
            if (!done) {
                done = true;
                vertx.cancelTimer(timer);
                reply.accept(result);
            }
        }
    }
}
