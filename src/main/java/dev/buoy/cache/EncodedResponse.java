package dev.buoy.cache;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The answer to one fetch: shared bytes, and a reference to them that belongs to this response. Either take the
 * {@link #content}, or {@link #close} it when none is sent (304, HEAD, a broken connection). For one request, and one
 * thread at a time. A response that is neither only delays the freeing of its bytes until the garbage collector finds out.
 */
public final class EncodedResponse implements AutoCloseable {
    private static final EncodedResponse NOT_FOUND = new EncodedResponse(null);

    private final EncodedBody body; // null when there is nothing of that name
    private boolean mine;

    private EncodedResponse(EncodedBody body) {
        this.body = body;
        this.mine = body != null;
    }

    static EncodedResponse notFound() {
        return NOT_FOUND;
    }

    /** @param retained a body with a reference for this response */
    static EncodedResponse of(EncodedBody retained) {
        return new EncodedResponse(retained);
    }

    /** Whether the registry has what was asked for; without it there is no content, and the answer is 404. */
    public boolean found() {
        return body != null;
    }

    /** Length of the content in bytes. */
    public long length() {
        return found() ? body.bytes().readableBytes() : 0;
    }

    /** Names this content and no other, of this server and since its start; strong, with its quotes. Empty if not found. */
    public String etag() {
        return found() ? body.etag() : "";
    }

    /** Whether the content is compressed. */
    public boolean gzip() {
        return found() && body.gzip();
    }

    /**
     * The bytes, not copied. The caller owns the reference and must release it once, which Netty does when it has sent
     * them. Read only: others send the same bytes.
     *
     * @throws IllegalStateException if the content was taken before, or closed
     */
    public ByteBuf content() {
        if (!found()) {
            return Unpooled.EMPTY_BUFFER;
        }
        if (!mine) {
            throw new IllegalStateException("the content of a response can be taken once");
        }
        mine = false;
        return body.bytes().duplicate();
    }

    /** Gives back the content if it was not taken. */
    @Override
    public void close() {
        if (mine) {
            mine = false;
            body.release();
        }
    }
}
