package dev.buoy.persistence;

/** A store that could not do what it was asked. Its message is fit for a log line and holds no secret. */
public final class SnapshotException extends Exception {
    private static final long serialVersionUID = 1L;

    SnapshotException(String message) {
        super(message);
    }

    SnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
