package dev.buoy.peer;

import dev.buoy.text.Printable;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The peers that DNS knows of. Looked up again and again, so that nodes may come and go; what was found last is kept while the
 * look-up fails, or finds nothing.
 */
final class DnsPeers {
    private static final Logger LOG = Logger.getLogger(DnsPeers.class);

    private final String name;
    private final Supplier<Future<List<PeerUrl>>> question;
    private final InstantSource clock;
    private final RateLimitedLog complaints = new RateLimitedLog(LOG);
    private final Runnable changed;
    private volatile List<PeerUrl> found = List.of();
    private volatile boolean answered;

    /**
     * @param name     what is looked up, for people
     * @param question looks it up
     * @param changed  told when another list was found
     */
    DnsPeers(String name, Supplier<Future<List<PeerUrl>>> question, InstantSource clock, Runnable changed) {
        this.name = name;
        this.question = question;
        this.clock = clock;
        this.changed = changed;
    }

    /** Whether a look-up has ended yet, be it with nothing. */
    boolean isSettled() {
        return answered;
    }

    List<PeerUrl> found() {
        return found;
    }

    /** Looks the name up; never waits. What it returns is complete when the list is, and does not fail. */
    Future<Void> lookUp() {
        return question.get().transform(result -> {
            if (result.succeeded() && !result.result().isEmpty()) {
                complaints.succeeded(clock.millis(), "Peers are found at " + name);
                note(result.result());
            } else {
                String reason = result.succeeded()
                        ? "no records"
                        : String.valueOf(result.cause().getMessage());
                complaints.failed(
                        clock.millis(), "No peers found at " + name + ", those known stay", Printable.of(reason));
                answered = true;
            }
            return Future.succeededFuture();
        });
    }

    private void note(List<PeerUrl> urls) {
        boolean other = !urls.equals(found);
        found = List.copyOf(urls);
        if (other) {
            changed.run();
        }
        answered = true; // not before the list is in use: a node that is settled and has no peers believes to be alone
    }
}
