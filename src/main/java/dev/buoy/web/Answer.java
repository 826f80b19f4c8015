package dev.buoy.web;

import dev.buoy.wire.WireFormat;
import io.vertx.core.buffer.Buffer;

/**
 * What a request is answered with: a status, and with it a document, a reason in words, or (mostly) nothing. Clients try to
 * read whatever body comes with a heartbeat, so a body is the exception (D-3).
 *
 * @param status   of HTTP
 * @param format   of the document; null without one
 * @param document the body; null without one
 * @param reason   what is wrong with the request, for people; null without one
 */
record Answer(int status, WireFormat format, Buffer document, String reason) {
    static final Answer OK = empty(200);
    static final Answer NO_CONTENT = empty(204);
    static final Answer BAD_REQUEST = empty(400);
    static final Answer UNAUTHORIZED = empty(401);
    static final Answer FORBIDDEN = empty(403);
    static final Answer NOT_FOUND = empty(404);
    static final Answer METHOD_NOT_ALLOWED = empty(405);
    static final Answer NOT_ACCEPTABLE = empty(406);
    static final Answer UNSUPPORTED_MEDIA_TYPE =
            refusal(415, "Content-Type must be application/json or application/xml, in UTF-8");
    static final Answer INTERNAL_SERVER_ERROR = empty(500);
    static final Answer SERVICE_UNAVAILABLE = empty(503);

    /** 503 that says when to come back: too many requests are in flight for one of this rank. */
    static final Answer OVERLOADED = empty(503);

    static Answer empty(int status) {
        return new Answer(status, null, null, null);
    }

    static Answer document(int status, WireFormat format, byte[] document) {
        return new Answer(status, format, Buffer.buffer(document), null);
    }

    /** 400 with what is wrong. */
    static Answer badRequest(String reason) {
        return refusal(400, reason);
    }

    /** A 4xx with what is wrong. */
    static Answer refusal(int status, String reason) {
        return new Answer(status, null, null, reason);
    }
}
