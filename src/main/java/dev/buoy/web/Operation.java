package dev.buoy.web;

/** What a client asks of the registry; requests are counted by it. */
public enum Operation {
    REGISTER,
    RENEW,
    CANCEL,
    OVERRIDE_STATUS,
    CLEAR_OVERRIDE,
    UPDATE_METADATA,
    FETCH_ALL,
    FETCH_DELTA,
    FETCH_APPLICATION,
    FETCH_INSTANCE,
    FETCH_VIP,
    REPLICATE,
    /** All else: the server's own status, unknown paths, methods that a resource does not have. */
    OTHER
}
