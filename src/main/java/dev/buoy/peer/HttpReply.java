package dev.buoy.peer;

/**
 * What came of a request.
 *
 * @param status      of HTTP; 0 when there was no answer
 * @param nodeId      who answered, if it is Buoy; otherwise null
 * @param contentType or null
 * @param body        as it came, decompressed; empty without an answer
 * @param failure     how it failed when there was no answer; otherwise null
 * @param reason      why there was no answer; otherwise empty
 */
record HttpReply(int status, String nodeId, String contentType, byte[] body, BatchOutcome failure, String reason) {
    private static final byte[] NOTHING = {};

    static HttpReply none(BatchOutcome failure, String reason) {
        return new HttpReply(0, null, null, NOTHING, failure, reason);
    }

    boolean isAnswer() {
        return failure == null;
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** How it failed, whether there was an answer or not; null if it is a success. */
    BatchOutcome outcome() {
        if (failure != null) {
            return failure;
        }
        if (isSuccess()) {
            return null;
        }
        return switch (status) {
            case 401, 403 -> BatchOutcome.UNAUTHORIZED;
            case 429, 503 -> BatchOutcome.CONGESTED;
            case 408, 502, 504 -> BatchOutcome.FAILING;
            default -> status > 504 ? BatchOutcome.FAILING : BatchOutcome.REFUSED;
        };
    }
}
