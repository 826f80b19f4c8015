package dev.buoy.peer;

import static dev.buoy.testing.Instances.instance;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.LeaseState;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StartupCopyTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final HttpClient CLIENT = PeerClients.create(VERTX, Settings.server());
    private static final String APPS = "{\"applications\":{\"versions__delta\":\"1\",\"apps__hashcode\":\"UP_1_\","
            + "\"application\":[{\"name\":\"ORDERS\",\"instance\":[%s]}]}}";

    private final RegistryFixture here = new RegistryFixture();
    private final RegistryFixture there = new RegistryFixture();
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer(VERTX, this::holdings);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @AfterAll
    static void end() throws Exception {
        VERTX.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void withoutPeersItIsDoneAtOnce() {
        StartupCopy copy = copyFrom();
        copy.run();

        assertThat(copy.isDone()).isTrue();
    }

    @Test
    void whenNoCopyIsWantedItIsDoneBeforeItBegins() {
        assertThat(copy(List.of(server.url()), false).isDone()).isTrue();
    }

    @Test
    void aCopyOfBuoyKeepsTheAgeOfEveryLease() {
        there.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        there.clock.advance(Duration.ofSeconds(40));
        here.clock.advance(Duration.ofHours(1)); // its clock is another

        finish(copyFrom(server.url()));
        long renewed = here.registry
                .instance("ORDERS", "o-1")
                .orElseThrow()
                .leaseInfo()
                .lastRenewalTimestamp();
        assertThat(here.clock.millis() - renewed).isBetween(40_000L, 45_000L);
    }

    @Test
    void aCopyOfBuoyHasOverridesAndWhatTheClientSaidBefore() {
        there.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        there.registry.overrideStatus(Origin.CLIENT, "ORDERS", "o-1", InstanceStatus.OUT_OF_SERVICE, 0);

        finish(copyFrom(server.url()));
        List<LeaseState> copied = new ArrayList<>();
        here.registry.forEachLease(copied::add);
        assertThat(copied.get(0).override()).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        assertThat(copied.get(0).reported()).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void whatClientsToldMeanwhileStays() {
        there.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        here.registry.register(
                Origin.CLIENT,
                instance("ORDERS", "o-1")
                        .hostName("newer")
                        .lastDirtyTimestamp(Long.MAX_VALUE)
                        .build());

        finish(copyFrom(server.url()));
        assertThat(here.registry.instance("ORDERS", "o-1").orElseThrow().hostName())
                .isEqualTo("newer");
    }

    @Test
    void aCopyOfEurekaCountsAsRenewedNow() {
        String document =
                APPS.formatted("{\"instanceId\":\"o-1\",\"hostName\":\"h\",\"app\":\"ORDERS\",\"ipAddr\":\"1.2.3.4\","
                        + "\"status\":\"UP\",\"dataCenterInfo\":{\"name\":\"MyOwn\"},\"leaseInfo\":{\"durationInSecs\":90,"
                        + "\"lastRenewalTimestamp\":99999999999999}}");
        server.does(request -> {
            if (request.path().endsWith("/apps/")) {
                ScriptedServer.answers(200, "application/json", document).handle(request);
            } else {
                ScriptedServer.answers(404, "application/json", "{\"status\":404}")
                        .handle(request);
            }
        });

        finish(copyFrom(server.url()));
        assertThat(here.registry
                        .instance("ORDERS", "o-1")
                        .orElseThrow()
                        .leaseInfo()
                        .lastRenewalTimestamp())
                .isLessThanOrEqualTo(here.clock.millis());
    }

    @Test
    void aPeerThatIsStartingItselfHasNothingToGive() {
        server.does(request -> {
            request.response().putHeader(NodeId.HEADER, "there");
            ScriptedServer.answers(503, "text/plain", "").handle(request);
        });

        finish(copyFrom(server.url()));
        assertThat(here.size()).isZero();
    }

    @Test
    void peersThatAreNotThereHaveNothingToGive() throws Exception {
        String url = server.url();
        server.close();

        finish(copyFrom(url));
        assertThat(here.size()).isZero();
        start();
    }

    @Test
    void aPeerThatFailsIsAskedAgainUntilItGivesACopy() {
        there.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));
        int[] asked = {0};
        server.does(request -> {
            if (++asked[0] < 5) {
                request.response().putHeader(NodeId.HEADER, "there");
                ScriptedServer.answers(500, "text/plain", "").handle(request);
            } else {
                holdings(request);
            }
        });

        finish(copyFrom(server.url()));
        assertThat(here.lists("ORDERS", "o-1")).isTrue();
    }

    @Test
    void theSecondPeerIsAskedWhenTheFirstIsNotThere() {
        there.registry.register(Origin.CLIENT, plain("ORDERS", "o-1"));

        finish(copyFrom("http://127.0.0.1:1/eureka/", server.url()));
        assertThat(here.lists("ORDERS", "o-1")).isTrue();
    }

    @Test
    void aListThatBreaksOffIsNotTakenInPart() {
        there.start("ORDERS", 20);
        byte[] whole = export();
        server.does(request -> {
            request.response().putHeader(NodeId.HEADER, "there");
            request.response().end(Buffer.buffer(whole).slice(0, whole.length / 2));
        });
        StartupCopy copy = copyFrom(server.url());

        await().atMost(Duration.ofMinutes(2)).until(() -> {
            step(copy);
            return server.requests.size() >= 3;
        });
        assertThat(here.size()).isZero();
        assertThat(copy.isDone()).isFalse();
    }

    @Test
    void itGivesUpWhenTheTimeHasRunOut() {
        server.does(ScriptedServer.answers(401, "text/plain", ""));
        StartupCopy copy = copyFrom(server.url());

        finish(copy);
        assertThat(here.clock.millis())
                .isGreaterThanOrEqualTo(dev.buoy.testing.ManualClock.START.toEpochMilli() + 300_000);
    }

    private StartupCopy copyFrom(String... urls) {
        return copy(List.of(urls), true);
    }

    private StartupCopy copy(List<String> urls, boolean wanted) {
        NodeId self = new NodeId("here");
        List<PeerUrl> parsed = urls.stream().map(PeerUrl::parse).toList();
        PeerDirectory directory = new PeerDirectory(
                List.of(() -> parsed),
                url -> new Peer(
                        url,
                        new HttpPeer(VERTX, CLIENT, url, self, new dev.buoy.wire.ReplicationCodec(), 20_000, false),
                        null,
                        self,
                        here.clock,
                        20_000));
        directory.refresh();
        return new StartupCopy(
                directory,
                here.registry,
                new EurekaCodec(),
                Settings.server(),
                wanted,
                Duration.ofSeconds(20),
                here.clock);
    }

    private void finish(StartupCopy copy) {
        await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(5)).until(() -> {
            step(copy);
            return copy.isDone();
        });
    }

    private void step(StartupCopy copy) {
        here.clock.advance(Duration.ofMillis(500));
        copy.run();
    }

    private byte[] export() {
        return new PeerExports(there.registry, there.log, new EurekaCodec(), new NodeId("there"), there.clock)
                .encodedHoldings(Set.of());
    }

    private void holdings(HttpServerRequest request) {
        Handler<HttpServerRequest> notFound = ScriptedServer.answers(404, "text/plain", "");
        if (request.path().endsWith("/peerreplication/leases")) {
            request.response().putHeader(NodeId.HEADER, "there").end(Buffer.buffer(export()));
        } else {
            notFound.handle(request);
        }
    }
}
