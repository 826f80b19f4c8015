package dev.buoy.dashboard;

import dev.buoy.registry.Registry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells open pages that there is something new, as server-sent events: soon after the registry changed, and now and then
 * besides, since renewals are no changes. What is new they fetch themselves. Nobody waits for a reader that is slow.
 */
@Singleton
final class EventStream {
    /** Pages that may listen at once; more are answered 503 and ask again later. */
    static final int MOST = 200;

    private static final long LOOK_MILLIS = 1_000;
    private static final int LOOKS_BESIDES = 10;
    private static final int EARLY = 1;

    private final Registry registry;
    private final Set<HttpServerResponse> open = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    EventStream(Registry registry) {
        this.registry = registry;
    }

    void serve(RoutingContext context) {
        HttpServerResponse response = context.response();
        if (ended || open.size() >= MOST) {
            response.setStatusCode(503).putHeader("Retry-After", "10").end();
            return;
        }
        response.setChunked(true)
                .putHeader("Content-Type", "text/event-stream;charset=UTF-8")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Accel-Buffering", "no");
        if (context.request().method() == HttpMethod.HEAD) {
            response.end();
            return;
        }
        open.add(response);
        Reader reader = new Reader(response);
        long timer = context.vertx().setPeriodic(LOOK_MILLIS, ignored -> reader.look());
        response.endHandler(gone -> leave(context, response, timer));
        response.closeHandler(gone -> leave(context, response, timer));
        response.exceptionHandler(broken -> leave(context, response, timer));
        response.write("retry: 5000\n\n");
    }

    private void leave(RoutingContext context, HttpServerResponse response, long timer) {
        open.remove(response);
        context.vertx().cancelTimer(timer);
    }

    /** Readers would keep a server that wants to stop. */
    void drain(@Observes ShutdownDelayInitiatedEvent event) {
        end();
    }

    void stop(@Observes @Priority(EARLY) ShutdownEvent event) {
        end();
    }

    private void end() {
        ended = true;
        open.forEach(HttpServerResponse::end);
    }

    private final class Reader {
        private final HttpServerResponse response;
        private long seen;
        private int looks;

        Reader(HttpServerResponse response) {
            this.response = response;
            this.seen = registry.view().revision();
        }

        void look() {
            long revision = registry.view().revision();
            boolean due = revision != seen || ++looks >= LOOKS_BESIDES;
            if (due && !response.ended() && !response.writeQueueFull()) {
                seen = revision;
                looks = 0;
                response.write("event: change\ndata: " + revision + "\n\n");
            }
        }
    }
}
