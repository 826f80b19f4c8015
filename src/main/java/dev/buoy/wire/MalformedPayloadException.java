package dev.buoy.wire;

/**
 * A body that cannot be read. Its message says what is wrong with the body, in words of our own: it may be shown to the
 * sender, and holds neither text of the body nor anything of the server's inside.
 */
public final class MalformedPayloadException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedPayloadException(String message) {
        // No stack trace: the fault is the sender's, and hostile senders come in numbers.
        super(message, null, false, false);
    }
}
