package dev.buoy.cache;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;

/**
 * The bytes of an answer. Counted: the cache holds one reference, and each response that is being sent another.
 *
 * @param etag unique to these bytes, in quotes
 */
record EncodedBody(ByteBuf bytes, String etag, boolean gzip) {

    /** Takes a reference, unless the last one is gone already. */
    boolean tryRetain() {
        if (bytes.refCnt() == 0) {
            return false;
        }
        try {
            bytes.retain();
            return true;
        } catch (IllegalReferenceCountException releasedMeanwhile) {
            return false;
        }
    }

    void release() {
        bytes.release();
    }
}
