package dev.buoy.web;

/** How a request ended, as far as an operator needs to tell. */
public enum Outcome {
    /** Done: 2xx, or 304 with nothing to send. */
    SUCCESS,
    /** 404: unknown, or a heartbeat that asks for a registration. */
    NOT_FOUND,
    /** 409: a peer's older copy. */
    CONFLICT,
    /** Another 4xx: a request that cannot be served as it is. */
    REFUSED,
    /** 503: too many fetches, or too much at once. */
    UNAVAILABLE,
    /** 500: a fault of the server. */
    FAILED;

    static Outcome of(int status) {
        if (status < 400) {
            return SUCCESS;
        }
        return switch (status) {
            case 404 -> NOT_FOUND;
            case 409 -> CONFLICT;
            case 503 -> UNAVAILABLE;
            default -> status < 500 ? REFUSED : FAILED;
        };
    }
}
