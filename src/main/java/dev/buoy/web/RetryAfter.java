package dev.buoy.web;

import io.vertx.core.http.HttpHeaders;
import java.util.concurrent.atomic.AtomicInteger;

/** When a refused client should come back, in seconds: in turn from one to five, so that a herd comes back spread out. */
final class RetryAfter {
    private static final CharSequence[] SECONDS = new CharSequence[5];
    private static final AtomicInteger NEXT = new AtomicInteger();

    static {
        for (int i = 0; i < SECONDS.length; i++) {
            SECONDS[i] = HttpHeaders.createOptimized(Integer.toString(i + 1));
        }
    }

    private RetryAfter() {}

    static CharSequence next() {
        return SECONDS[Math.floorMod(NEXT.getAndIncrement(), SECONDS.length)];
    }
}
