package dev.buoy.web;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Whether the server is about to stop: it still answers for {@code quarkus.shutdown.delay}, and asks every client to connect
 * elsewhere next time. A client that keeps its connection would stay until it breaks.
 */
@Singleton
public final class Drain {
    private volatile boolean begun;

    void begin(@Observes ShutdownDelayInitiatedEvent event) {
        begun = true;
    }

    public boolean hasBegun() {
        return begun;
    }
}
