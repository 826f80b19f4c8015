package dev.buoy.peer;

import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.model.ActionType;
import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationCodec;
import dev.buoy.wire.Utf8Sink;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteRegionTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final HttpClient CLIENT = PeerClients.create(VERTX, Settings.server());
    private static final EurekaCodec CODEC = new EurekaCodec();

    private final ManualClock clock = new ManualClock();
    private volatile Applications listed = Applications.NONE;
    private volatile Applications delta = Applications.NONE;
    private volatile String hashOfDelta;
    private volatile int statusOfDelta = 200;
    private volatile int statusOfAll = 200;
    private ScriptedServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ScriptedServer(VERTX, this::answer);
        list(plain("ORDERS", "o-1"), plain("STOCK", "s-1"));
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
    void whatTheRegionListsIsShown() {
        RemoteRegion region = region(app -> true, true);
        assertThat(region.copy()).isNull();

        fetchUntil(region, () -> region.copy() != null);
        assertThat(region.copy().applications().counts().total()).isEqualTo(2);
    }

    @Test
    void aWhitelistHidesTheRest() {
        RemoteRegion region = region("STOCK"::equals, true);

        fetchUntil(region, () -> region.copy() != null);
        assertThat(region.copy().applications()).extracting(Application::name).containsExactly("STOCK");
    }

    @Test
    void changesAreFetchedAndToldOn() {
        RemoteRegion region = region(app -> true, true);
        fetchUntil(region, () -> region.copy() != null);
        list(plain("ORDERS", "o-1"), plain("ORDERS", "o-2"));
        delta = Applications.of(List.of(
                Application.listing("ORDERS", List.of(with(plain("ORDERS", "o-2"), ActionType.ADDED))),
                Application.listing("STOCK", List.of(with(plain("STOCK", "s-1"), ActionType.DELETED)))));

        fetchUntil(region, () -> region.copy().version() > 1);
        assertThat(region.copy().applications()).extracting(Application::name).containsExactly("ORDERS");
        assertThat(region.copy().changed())
                .filteredOn(change -> !change.instanceId().equals("o-1"))
                .extracting(change -> change.instanceId() + " " + change.actionType())
                .containsExactly("o-2 ADDED", "s-1 DELETED");
        assertThat(server.requests)
                .extracting(ScriptedServer.Request::path)
                .filteredOn(path -> path.endsWith("apps/"))
                .hasSize(1);
    }

    @Test
    void changesThatDoNotAddUpHaveEverythingFetched() {
        RemoteRegion region = region(app -> true, true);
        fetchUntil(region, () -> region.copy() != null);
        list(plain("ORDERS", "o-9"));
        hashOfDelta = "UP_1_";

        fetchUntil(region, () -> region.copy().version() > 1);
        assertThat(region.copy().applications().instance("ORDERS", "o-9")).isPresent();
        assertThat(region.copy().applications().counts().total()).isEqualTo(1);
    }

    @Test
    void aRegionWithoutDeltasIsFetchedWhole() {
        RemoteRegion region = region(app -> true, true);
        fetchUntil(region, () -> region.copy() != null);
        statusOfDelta = 403;
        list(plain("ORDERS", "o-9"));

        fetchUntil(region, () -> region.copy().version() > 1);
        assertThat(region.copy().applications().instance("ORDERS", "o-9")).isPresent();
    }

    @Test
    void whatWasFetchedLastIsShownWhileTheRegionFails() {
        RemoteRegion region = region(app -> true, true);
        fetchUntil(region, () -> region.copy() != null);
        statusOfAll = 500;
        statusOfDelta = 500;
        int before = server.requests.size();

        fetchUntil(region, () -> server.requests.size() > before + 4);
        assertThat(region.copy().applications().counts().total()).isEqualTo(2);
    }

    private void list(InstanceInfo... instances) {
        Applications all = Applications.NONE;
        for (InstanceInfo instance : instances) {
            all = all.with(instance);
        }
        listed = all;
    }

    private static InstanceInfo with(InstanceInfo instance, ActionType action) {
        return instance.toBuilder().actionType(action).build();
    }

    private RemoteRegion region(Predicate<String> shown, boolean deltas) {
        HttpPeer http = new HttpPeer(
                VERTX, CLIENT, PeerUrl.parse(server.url()), new NodeId("me"), new ReplicationCodec(), 20_000, false);
        return new RemoteRegion("west", http, CODEC, shown, deltas, 30_000, 20_000, 180_000, clock);
    }

    private void fetchUntil(RemoteRegion region, BooleanSupplier reached) {
        await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(5)).until(() -> {
            clock.advance(Duration.ofSeconds(10));
            region.run();
            return reached.getAsBoolean();
        });
    }

    private void answer(HttpServerRequest request) {
        boolean all = request.path().endsWith("/apps/");
        int status = all ? statusOfAll : statusOfDelta;
        if (status != 200) {
            ScriptedServer.answers(status, "text/plain", "").handle(request);
            return;
        }
        String hash = all || hashOfDelta == null ? listed.counts().appsHashCode() : hashOfDelta;
        request.response()
                .putHeader("Content-Type", "application/json")
                .end(Buffer.buffer(encode(all ? listed : delta, hash)));
    }

    private static byte[] encode(Applications applications, String hash) {
        Utf8Sink out = new Utf8Sink();
        CODEC.writeDocumentStart(WireFormat.JSON, WireForm.FULL, 1, hash, applications.isEmpty(), out);
        for (int i = 0; i < applications.size(); i++) {
            out.append(i == 0 ? new byte[0] : CODEC.separator(WireFormat.JSON).getBytes());
            CODEC.writeApplicationStart(
                    WireFormat.JSON, WireForm.FULL, applications.get(i).name(), out);
            List<InstanceInfo> instances = applications.get(i).instances();
            for (int k = 0; k < instances.size(); k++) {
                out.append(
                        k == 0 ? new byte[0] : CODEC.separator(WireFormat.JSON).getBytes());
                CODEC.writeInstance(WireFormat.JSON, WireForm.FULL, instances.get(k), out);
            }
            CODEC.writeApplicationEnd(WireFormat.JSON, WireForm.FULL, out);
        }
        CODEC.writeDocumentEnd(WireFormat.JSON, WireForm.FULL, 1, hash, applications.isEmpty(), out);
        return out.toByteArray();
    }
}
