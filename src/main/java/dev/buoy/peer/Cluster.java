package dev.buoy.peer;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.config.ClientSettings;
import dev.buoy.config.EurekaClientConfig;
import dev.buoy.config.EurekaInstanceConfig;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.PeersConfig;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The servers that keep one registry together, as this node sees them: joins the parts of this room. Everything here is one
 * step that never waits; when it is taken is for {@code runtime} to say.
 */
@Singleton
public final class Cluster {
    /**
     * A question to DNS.
     *
     * @param ask   asks it once, and never waits
     * @param every how often it is to be asked
     */
    public record LookUp(Runnable ask, Duration every) {}

    private final PeersConfig peers;
    private final List<LookUp> lookUps = new ArrayList<>();
    private final List<DnsPeers> found = new ArrayList<>();
    private final PeerDirectory directory;
    private final Replication replication;
    private final AntiEntropy antiEntropy;
    private final StartupCopy startupCopy;
    private final PeerExports exports;
    private final PeerMetrics metrics;

    private final Vertx vertx;
    private final HttpClient client;
    private final EurekaServerConfig server;
    private final Registry registry;
    private final ChangeLog log;
    private final ReplicationCodec codec;
    private final NodeId self;
    private final InstantSource clock;

    public Cluster(
            Vertx vertx,
            EurekaServerConfig server,
            ClientSettings settings,
            EurekaInstanceConfig instance,
            PeersConfig peers,
            Registry registry,
            ChangeLog log,
            EurekaCodec eureka,
            ReplicationCodec codec,
            PeerExports exports,
            PeerMetrics metrics,
            PeerTls tls,
            InstantSource clock) {
        this.vertx = vertx;
        this.server = server;
        this.peers = peers;
        this.registry = registry;
        this.log = log;
        this.codec = codec;
        this.self = exports.self();
        this.clock = clock;
        this.client = PeerClients.create(vertx, server, tls);
        this.exports = exports;
        this.metrics = metrics;
        EurekaClientConfig client = settings.current();
        Optional<String> zone = Optional.ofNullable(instance.metadataMap().get("zone"));
        this.directory = new PeerDirectory(sources(settings, zone, new NameService(vertx)), this::connect);
        this.replication = new Replication(directory, registry, clock, peers.probeInterval());
        this.antiEntropy = new AntiEntropy(exports, registry, clock, peers.antiEntropyInterval());
        Duration silence = Duration.ofSeconds(client.eurekaServerReadTimeoutSeconds());
        this.startupCopy = new StartupCopy(directory, registry, eureka, server, client.fetchRegistry(), silence, clock);
    }

    // As in Eureka, the list in DNS takes the place of that in the settings. Buoy's own name is in addition to either.
    private List<Supplier<List<PeerUrl>>> sources(ClientSettings settings, Optional<String> zone, NameService names) {
        EurekaClientConfig client = settings.current();
        List<Supplier<List<PeerUrl>>> sources = new ArrayList<>();
        if (client.enabled() && client.useDnsForFetchingServiceUrls()) {
            ZonesInDns zones = new ZonesInDns(names, client, zone);
            Duration every = Duration.ofSeconds(client.eurekaServiceUrlPollIntervalSeconds());
            sources.add(dns(zones.name(), zones::lookUp, every));
        } else {
            sources.add(() -> ConfiguredPeers.of(settings.current(), zone, server.myUrl()));
        }
        peers.dns().ifPresent(name -> sources.add(dns(name, new NamedPeers(names, peers)::lookUp, peers.dnsRefresh())));
        return sources;
    }

    private Supplier<List<PeerUrl>> dns(String name, Supplier<Future<List<PeerUrl>>> question, Duration every) {
        DnsPeers inDns = new DnsPeers(name, question, clock, this::refreshPeers);
        found.add(inDns);
        lookUps.add(new LookUp(inDns::lookUp, every));
        return inDns::found;
    }

    private Peer connect(PeerUrl url) {
        long timeout = server.peerNodeReadTimeoutMs();
        HttpPeer http =
                new HttpPeer(vertx, client, url, self, codec, timeout, server.enableReplicatedRequestCompression());
        ReplicationTerms terms = ReplicationTerms.of(server, peers, server.syncWhenTimestampDiffers());
        PeerReplicator replicator = new PeerReplicator(url.toString(), http, registry, log, terms, clock, new Random());
        return new Peer(url, http, replicator, self, clock, timeout);
    }

    /** All that the settings and DNS name, also this node itself if it is among them. */
    public List<Peer> peers() {
        return directory.peers();
    }

    /** The copy that is taken at start. */
    public StartupCopy startupCopy() {
        return startupCopy;
    }

    /** What this node tells others of Buoy. */
    public PeerExports exports() {
        return exports;
    }

    public NodeId self() {
        return self;
    }

    /** What is to be looked up in DNS, and how often; what is found joins the list. */
    public List<LookUp> lookUps() {
        return List.copyOf(lookUps);
    }

    /** Reads the list of peers again. */
    public void refreshPeers() {
        replication.refreshPeers();
        metrics.show(directory.peers());
        antiEntropy.forget(new HashSet<>(directory.peers()));
    }

    /** One pass: starts copying, sends what is due, asks who is there, compares. */
    public void run() {
        if (!startupCopy.isDone() && found.stream().allMatch(DnsPeers::isSettled)) {
            startupCopy.run();
        }
        replication.run();
        if (startupCopy.isDone()) {
            directory.peers().forEach(antiEntropy::run);
        }
    }

    /** Sends what waits at once; for the end. */
    public void flush() {
        replication.flush();
    }

    /** Whether every peer that can be reached has got everything. */
    public boolean isFlushed() {
        return replication.isIdle();
    }
}
