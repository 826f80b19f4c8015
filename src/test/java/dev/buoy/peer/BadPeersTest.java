package dev.buoy.peer;

import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.config.PeersConfig;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import dev.buoy.testing.Settings;
import dev.buoy.wire.ReplicationCodec;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One peer that is well beside one of each kind that is not, over real connections, while clients renew and register. All
 * times but that for an answer are those that a server has by default.
 */
class BadPeersTest {
    /** What a peer may do instead of answering as it should, once it has been found to be there. */
    enum Fault {
        SLOW,
        SILENT,
        RESETTING,
        UNAUTHORIZED,
        BUSY,
        BROKEN,
        HTML,
        SHORT_LIST,
        EMPTY,
        NOT_JSON
    }

    private static final int INSTANCES = 500;
    private static final EurekaServerConfig SERVER = Settings.server("eureka.server.peer-node-read-timeout-ms", "2000");
    private static final Duration BAD_FOR = Duration.ofSeconds(7);
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Vertx VERTX = Vertx.vertx();
    private static final Vertx ELSEWHERE = Vertx.vertx();
    private static final Random RANDOM = new Random(1);

    private static final Map<Fault, ScriptedServer> BAD = new LinkedHashMap<>();
    private static final Map<Fault, Peer> PEERS = new ConcurrentHashMap<>();
    private static final ChangeLog LOG = new ChangeLog(CLOCK, Duration.ofMinutes(3), 100_000);
    private static final Registry REGISTRY =
            new Registry(SERVER, Settings.lease(), Settings.selfPreservation(), LOG, CLOCK);

    private static ScriptedServer well;
    private static long longestLag;
    private static final Map<String, Long> STALLS = new ConcurrentHashMap<>();
    private static Map<Fault, Integer> asked;
    private static final Map<Fault, ReplicatorState> STATES = new ConcurrentHashMap<>();
    private static List<String> logged;

    @BeforeAll
    static void letThemBeBadForAWhile() throws Exception {
        well = new ScriptedServer(ELSEWHERE, ScriptedServer.never());
        well.does(BadPeersTest::success);
        List<PeerUrl> urls = new ArrayList<>(List.of(PeerUrl.parse(well.url())));
        for (Fault fault : Fault.values()) {
            ScriptedServer server = new ScriptedServer(ELSEWHERE, ScriptedServer.never());
            server.does(BadPeersTest::success);
            BAD.put(fault, server);
            urls.add(PeerUrl.parse(server.url()));
        }
        HttpClient client = PeerClients.create(VERTX, SERVER);
        PeerDirectory directory = new PeerDirectory(List.of(() -> urls), url -> connect(client, url));
        Replication replication = new Replication(directory, REGISTRY, CLOCK, Duration.ofSeconds(10));
        replication.refreshPeers();
        List<Peer> peers = directory.peers();
        peers.stream().skip(1).forEach(peer -> PEERS.put(Fault.values()[PEERS.size()], peer));
        VERTX.setPeriodic(50, ignored -> replication.run());
        loadUntil(() -> peers.stream()
                .allMatch(peer ->
                        peer.state().sent() > 2 * INSTANCES && peer.state().lagMillis() < 1_000));
        watchForStalls("replication", VERTX);
        watchForStalls("peers", ELSEWHERE);
        Map<Fault, Integer> before = asked();
        BAD.forEach((fault, server) -> server.does((request, body) -> misbehave(fault, request, body)));
        try (LogLines lines = new LogLines()) {
            measure(peers.get(0));
            logged = lines.lines;
        }
        asked = asked();
        asked.replaceAll((fault, batches) -> batches - before.get(fault));
        PEERS.forEach((fault, peer) -> STATES.put(fault, peer.state()));
        BAD.values().forEach(server -> server.does(BadPeersTest::success));
    }

    @AfterAll
    static void end() throws Exception {
        VERTX.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        ELSEWHERE.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void thePeerThatIsWellIsNeverTwoSecondsBehind() {
        // Less the longest times for which this process was not let run.
        long stalled = STALLS.values().stream().mapToLong(Long::longValue).sum();
        assertThat(longestLag - stalled).isLessThan(2_000);
        assertThat(longestLag).isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void aPeerThatMisbehavesIsNeverAskedInABusyLoop(Fault fault) {
        // At most: 20 batches on their way at once to one that answers after a second; else the pauses of a back-off.
        assertThat(asked.get(fault)).isBetween(1, fault == Fault.SLOW ? 250 : 40);
    }

    @ParameterizedTest
    @EnumSource
    void whatWaitsForItIsBoundedByTheNumberOfInstances(Fault fault) {
        assertThat(STATES.get(fault).waiting()).isLessThanOrEqualTo(2 * INSTANCES);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SLOW")
    void itsFailuresAreCounted(Fault fault) {
        BatchOutcome outcome =
                switch (fault) {
                    case SLOW -> BatchOutcome.ANSWERED;
                    case SILENT, BUSY -> BatchOutcome.CONGESTED;
                    case RESETTING -> BatchOutcome.UNREACHABLE;
                    case UNAUTHORIZED -> BatchOutcome.UNAUTHORIZED;
                    case BROKEN -> BatchOutcome.FAILING;
                    case HTML, SHORT_LIST, EMPTY, NOT_JSON -> BatchOutcome.REFUSED;
                };
        assertThat(STATES.get(fault).failures()).containsKey(outcome);
    }

    @Test
    void aPeerThatAnswersAfterASecondGetsEverything() {
        assertThat(STATES.get(Fault.SLOW).sent()).isGreaterThan(3 * INSTANCES);
        assertThat(STATES.get(Fault.SLOW).dropped()).isZero();
    }

    @Test
    void eachIsWorthAFewLines() {
        assertThat(logged).hasSizeBetween(Fault.values().length - 1, 5 * Fault.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void onceItBehavesItGetsWhatWaited(Fault fault) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> PEERS.get(fault).state().inARow() == 0
                        && PEERS.get(fault).replicator().isIdle());
    }

    private static Peer connect(HttpClient client, PeerUrl url) {
        NodeId self = new NodeId("me");
        HttpPeer http =
                new HttpPeer(VERTX, client, url, self, new ReplicationCodec(), SERVER.peerNodeReadTimeoutMs(), false);
        ReplicationTerms terms = ReplicationTerms.of(SERVER, Settings.of(PeersConfig.class), true);
        PeerReplicator replicator =
                new PeerReplicator(url.toString(), http, REGISTRY, LOG, terms, CLOCK, new Random(1));
        return new Peer(url, http, replicator, self, CLOCK, SERVER.peerNodeReadTimeoutMs());
    }

    // It is there and takes part; only batches it deals with in its own way.
    private static void misbehave(Fault fault, HttpServerRequest request, Buffer body) {
        if (!request.path().endsWith("/batch/")) {
            request.response().setStatusCode(404).end();
            return;
        }
        Handler<HttpServerRequest> script =
                switch (fault) {
                    case SLOW -> slow -> ELSEWHERE.setTimer(1_000, ignored -> success(slow, body));
                    case SILENT -> ScriptedServer.never();
                    case RESETTING -> ScriptedServer.resets();
                    case UNAUTHORIZED -> ScriptedServer.answers(401, "text/plain", "who are you?");
                    case BUSY -> ScriptedServer.answers(503, "text/plain", "");
                    case BROKEN -> ScriptedServer.answers(502, "text/html", "<html>Bad Gateway</html>");
                    case HTML -> ScriptedServer.answers(200, "text/html", "<html><body>Welcome</body></html>");
                    case SHORT_LIST ->
                        ScriptedServer.answers(200, "application/json", "{\"responseList\":[{\"statusCode\":200}]}");
                    case EMPTY -> ScriptedServer.answers(200, "application/json", "");
                    case NOT_JSON -> ScriptedServer.answers(200, "application/json", "{\"responseList\":[{\"status");
                };
        script.handle(request);
    }

    private static Map<Fault, Integer> asked() {
        Map<Fault, Integer> batches = new LinkedHashMap<>();
        BAD.forEach((fault, server) -> batches.put(fault, (int) server.requests.stream()
                .filter(request -> request.path().endsWith("/batch/"))
                .count()));
        return batches;
    }

    /** One answer of 200 to each entry. */
    private static void success(HttpServerRequest request, Buffer body) {
        JsonArray answers = new JsonArray();
        if (body.length() > 0) {
            JsonArray entries = new JsonObject(body).getJsonArray("replicationList");
            entries.forEach(ignored -> answers.add(new JsonObject().put("statusCode", 200)));
        }
        request.response()
                .putHeader("Content-Type", "application/json")
                .end(new JsonObject().put("responseList", answers).encode());
    }

    private static void measure(Peer healthy) {
        long end = CLOCK.millis() + BAD_FOR.toMillis();
        loadUntil(() -> {
            longestLag = Math.max(longestLag, healthy.state().lagMillis());
            return CLOCK.millis() >= end;
        });
    }

    private static void watchForStalls(String what, Vertx vertx) {
        long[] last = {CLOCK.millis()};
        vertx.setPeriodic(50, ignored -> {
            long now = CLOCK.millis();
            STALLS.merge(what, now - last[0], Math::max);
            last[0] = now;
        });
    }

    // Each instance renews or registers about once a second, as 15,000 clients that renew every 30 s would in all.
    private static void loadUntil(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    for (int i = 0; i < 10; i++) {
                        String id = "o-" + RANDOM.nextInt(INSTANCES);
                        if (i == 0
                                || REGISTRY.renew(Origin.CLIENT, "ORDERS", id).outcome() != Renewal.Outcome.RENEWED) {
                            REGISTRY.register(Origin.CLIENT, plain("ORDERS", id));
                        }
                    }
                    return condition.call();
                });
    }
}
