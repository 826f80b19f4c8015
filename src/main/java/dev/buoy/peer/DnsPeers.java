package dev.buoy.peer;

import dev.buoy.config.PeersConfig;
import dev.buoy.text.Printable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The peers that a name in DNS stands for: the addresses of a host name such as that of a headless service, or the SRV records
 * of a name that begins with an underscore. Looked up again and again, so that nodes may come and go; what was found last is kept while
 * the look-up fails.
 */
final class DnsPeers {
    private static final Logger LOG = Logger.getLogger(DnsPeers.class);

    private final Vertx vertx;
    private final PeersConfig config;
    private final InstantSource clock;
    private final RateLimitedLog complaints = new RateLimitedLog(LOG);
    private final Runnable changed;
    private volatile List<PeerUrl> found = List.of();
    private volatile boolean answered;

    /** @param changed told when another list was found */
    DnsPeers(Vertx vertx, PeersConfig config, InstantSource clock, Runnable changed) {
        this.vertx = vertx;
        this.config = config;
        this.clock = clock;
        this.changed = changed;
    }

    boolean isWanted() {
        return config.dns().isPresent();
    }

    /** Whether a look-up has ended yet, be it with nothing; true if none is wanted. */
    boolean isSettled() {
        return answered || !isWanted();
    }

    List<PeerUrl> found() {
        return found;
    }

    /** Looks the name up; never waits. */
    void lookUp() {
        String name = config.dns().orElseThrow();
        Future<List<PeerUrl>> answer = name.startsWith("_") ? services(name) : addresses(name);
        answer.onComplete(result -> {
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
        });
    }

    private void note(List<PeerUrl> urls) {
        boolean other = !urls.equals(found);
        found = List.copyOf(urls);
        answered = true;
        if (other) {
            changed.run();
        }
    }

    private Future<List<PeerUrl>> addresses(String name) {
        return vertx.executeBlocking(() -> resolve(name), false);
    }

    private List<PeerUrl> resolve(String name) throws UnknownHostException {
        return Arrays.stream(InetAddress.getAllByName(name))
                .map(InetAddress::getHostAddress)
                .sorted()
                .map(address -> url(address, config.dnsPort()))
                .toList();
    }

    private Future<List<PeerUrl>> services(String name) {
        return vertx.createDnsClient().resolveSRV(name).map(records -> {
            List<PeerUrl> urls = new ArrayList<>();
            records.stream()
                    .map(record -> url(record.target().replaceFirst("\\.$", ""), record.port()))
                    .sorted(Comparator.comparing(PeerUrl::toString))
                    .forEach(urls::add);
            return urls;
        });
    }

    private PeerUrl url(String host, int port) {
        return PeerUrl.of(
                config.dnsScheme().equals("https"),
                host,
                port,
                config.dnsPath(),
                config.dnsUser(),
                config.dnsPassword());
    }
}
