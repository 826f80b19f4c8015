package dev.buoy.actuator;

import java.nio.file.Path;

/**
 * What an endpoint answers.
 *
 * @param status HTTP status
 * @param json   becomes the body; null for none
 * @param text   a plain text instead; or null
 * @param file   a file to send instead, and to delete then; or null
 * @param then   what to do when the answer is sent; or null
 */
record Result(int status, Object json, String text, Path file, Runnable then) {
    static final Result NOT_FOUND = status(404);
    static final Result METHOD_NOT_ALLOWED = status(405);

    static Result of(Object json) {
        return of(200, json);
    }

    static Result of(int status, Object json) {
        return new Result(status, json, null, null, null);
    }

    static Result status(int status) {
        return of(status, null);
    }

    static Result text(int status, String text) {
        return new Result(status, null, text, null, null);
    }

    static Result file(Path file) {
        return new Result(200, null, null, file, null);
    }

    Result then(Runnable then) {
        return new Result(status, json, text, file, then);
    }
}
