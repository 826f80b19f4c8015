package dev.buoy.web;

import dev.buoy.cache.EncodedResponse;
import dev.buoy.changelog.Origin;
import dev.buoy.security.Caller;
import dev.buoy.text.Printable;
import dev.buoy.wire.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import org.jboss.logging.Logger;

/** A request with its answer, which is given once. For the event loop that the request came in on. */
final class Exchange {
    private static final Logger LOG = Logger.getLogger(Exchange.class);

    private static final CharSequence REPLICATION = AsciiString.cached("x-netflix-discovery-replication");
    private static final CharSequence APPLICATION_JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence APPLICATION_XML = HttpHeaders.createOptimized("application/xml");
    private static final CharSequence VARY_BY = HttpHeaders.createOptimized("Accept, Accept-Encoding, X-Eureka-Accept");
    private static final CharSequence ZERO = HttpHeaders.createOptimized("0");
    private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");
    private static final CharSequence GZIP = HttpHeaders.createOptimized("gzip");

    private final HttpServerRequest request;
    private final RequestPath path;
    private final RequestCounts counts;
    private Operation operation = Operation.OTHER;
    private Caller caller; // null while everything is open
    private InFlight inFlight; // null unless it is counted

    Exchange(HttpServerRequest request, RequestPath path, RequestCounts counts) {
        this.request = request;
        this.path = path;
        this.counts = counts;
    }

    HttpServerRequest request() {
        return request;
    }

    MultiMap headers() {
        return request.headers();
    }

    RequestPath path() {
        return path;
    }

    /** The raw query, or null. */
    String query() {
        return request.query();
    }

    /** A peer says so with exactly {@code true}; whatever else is a client (contract §2.4). */
    Origin origin() {
        return "true".equals(request.headers().get(REPLICATION)) ? Origin.PEER : Origin.CLIENT;
    }

    void caller(Caller caller) {
        this.caller = caller;
    }

    /** Who sent the request; empty while everything is open to everybody. */
    Optional<Caller> caller() {
        return Optional.ofNullable(caller);
    }

    /** Says what is asked for, so that the answer is counted there. */
    void operation(Operation operation) {
        this.operation = operation;
    }

    void inFlight(InFlight taken) {
        inFlight = taken;
    }

    InFlight inFlight() {
        return inFlight;
    }

    void send(Answer answer) {
        HttpServerResponse response = start(answer.status());
        if (response == null) {
            return;
        }
        if (answer == Answer.OVERLOADED) {
            response.putHeader(HttpHeaders.RETRY_AFTER, RetryAfter.next());
        }
        if (answer.document() != null) {
            representation(answer.format(), answer.document().length());
            end(answer.document());
        } else if (answer.reason() != null) {
            WireFormat format = Negotiation.refusalFormat(headers());
            Buffer reason = Refusal.write(answer.reason(), format);
            response.putHeader(HttpHeaders.CONTENT_TYPE, contentType(format));
            response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(reason.length()));
            end(reason);
        } else {
            if (request.method() == HttpMethod.HEAD) {
                response.putHeader(HttpHeaders.CONTENT_LENGTH, ZERO);
            }
            over(response.end());
        }
        readOver();
    }

    /** A document that was made for this and may be kept, or 304 if it is the one that the client has. */
    void send(WireFormat format, Buffer document, boolean gzip, String etag) {
        boolean unchanged = etag.equals(headers().get(HttpHeaders.IF_NONE_MATCH));
        HttpServerResponse response = start(unchanged ? 304 : 200);
        if (response == null) {
            return;
        }
        response.putHeader(HttpHeaders.ETAG, etag);
        if (unchanged) {
            over(response.putHeader(HttpHeaders.VARY, VARY_BY).end());
        } else {
            representation(format, document.length());
            if (gzip) {
                response.putHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
            }
            end(document);
        }
        readOver();
    }

    /** 200 with a document of another kind than Eureka's. */
    void send(String contentType, Buffer document) {
        HttpServerResponse response = start(200);
        if (response != null) {
            response.putHeader(HttpHeaders.CONTENT_TYPE, contentType)
                    .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(document.length()));
            end(document);
            readOver();
        }
    }

    /** Sends bytes that are at hand, or 304 if they are those that the client has. */
    void send(EncodedResponse found, WireFormat format) {
        try (found) {
            boolean unchanged = found.etag().equals(headers().get(HttpHeaders.IF_NONE_MATCH));
            HttpServerResponse response = start(unchanged ? 304 : 200);
            if (response == null) {
                return;
            }
            response.putHeader(HttpHeaders.ETAG, found.etag());
            if (unchanged) {
                over(response.putHeader(HttpHeaders.VARY, VARY_BY).end());
            } else {
                representation(format, found.length());
                if (found.gzip()) {
                    response.putHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
                }
                if (request.method() == HttpMethod.HEAD) {
                    over(response.end());
                } else {
                    over(response.end(uncopied(found.content())));
                }
            }
            readOver();
        }
    }

    /** A fault of the server's own: 500, and a line in the log since someone should look. */
    void fail(Throwable fault) {
        LOG.errorf(fault, "%s %s failed, answered with 500", request.method(), Printable.of(request.path()));
        send(Answer.INTERNAL_SERVER_ERROR);
    }

    /** An answer does not wait for a body that nobody reads; but the connection's next request comes after it. */
    private void readOver() {
        if (!request.isEnded()) {
            request.resume();
        }
    }

    /** Begins the answer; null when it was given before, or nobody is there to take it. */
    private HttpServerResponse start(int status) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            if (inFlight != null && response.closed()) {
                inFlight.release();
            }
            return null;
        }
        counts.add(operation, Outcome.of(status));
        return response.setStatusCode(status);
    }

    private void representation(WireFormat format, long length) {
        request.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, contentType(format))
                .putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(length))
                .putHeader(HttpHeaders.VARY, VARY_BY)
                .putHeader(HttpHeaders.CACHE_CONTROL, NO_CACHE);
    }

    private void end(Buffer body) {
        if (request.method() == HttpMethod.HEAD) {
            over(request.response().end());
        } else {
            over(request.response().end(body));
        }
    }

    private void over(Future<Void> written) {
        if (inFlight != null) {
            inFlight.sending();
            written.onComplete(inFlight);
        }
    }

    @SuppressWarnings("deprecation") // what it is to be replaced by comes with Vert.x 5
    private static Buffer uncopied(ByteBuf bytes) {
        return Buffer.buffer(bytes);
    }

    private static CharSequence contentType(WireFormat format) {
        return format == WireFormat.JSON ? APPLICATION_JSON : APPLICATION_XML;
    }
}
