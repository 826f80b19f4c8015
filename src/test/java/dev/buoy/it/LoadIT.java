package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packaged application with little room: who is refused first, what becomes of clients that neither send nor read, and
 * that heartbeats go on meanwhile.
 */
class LoadIT {
    private static final int ROOM = 10;
    private static final int BOMBS = 24;

    private static BuoyProcess buoy;
    private static EurekaHttp eureka;

    @BeforeAll
    static void start() {
        buoy = BuoyProcess.start(
                BuoyProcess.ALL_COMPILERS,
                "-Xmx192m",
                "-XX:+ExitOnOutOfMemoryError",
                "buoy.http.max-requests-in-flight=" + ROOM,
                "buoy.http.max-registry-fetches=1",
                "buoy.http.max-wait=1s",
                "buoy.http.header-timeout=2s",
                "buoy.http.answer-timeout=3s");
        eureka = new EurekaHttp(buoy.base());
        assertThat(eureka.register("CANARY", "canary-1", "UP").statusCode()).isEqualTo(204);
    }

    @AfterAll
    static void stop() {
        buoy.close();
    }

    @Test
    void fetchesAreRefusedBeforeRegistrationsAndReplicationAndHeartbeatsNever() throws IOException {
        double refusedBefore = shed("registry");
        List<OpenRequest> held = new ArrayList<>();
        try {
            hold(held, 5);
            assertServed(200, "apps", "apps/delta", "apps/CANARY", "vips/canary");

            hold(held, 6);
            assertServed(503, "apps", "apps/delta");
            assertServed(200, "apps/CANARY", "vips/canary", "apps/CANARY/canary-1");

            hold(held, 8);
            assertServed(503, "apps/CANARY", "vips/canary");
            assertThat(eureka.register("CANARY", "canary-2", "UP").statusCode()).isEqualTo(204);

            hold(held, 9);
            HttpResponse<byte[]> refused = eureka.register("CANARY", "canary-3", "UP");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After"))
                    .hasValueSatisfying(
                            seconds -> assertThat(Integer.parseInt(seconds)).isBetween(1, 5));
            assertThat(batch()).isEqualTo(200);

            held.add(OpenRequest.post(buoy.port(), "peerreplication/batch", "{\"replicationList\":[]}"));
            awaitInFlight(ROOM);
            assertThat(batch()).isEqualTo(503);
            assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
            assertThat(eureka.cancel("CANARY", "canary-2").statusCode()).isEqualTo(200);

            for (OpenRequest one : held) {
                assertThat(one.send("}").status()).isIn(200, 204);
            }
        } finally {
            for (OpenRequest one : held) {
                one.close();
            }
        }
        awaitInFlight(0);
        assertServed(200, "apps", "apps/CANARY");
        assertThat(shed("registry") - refusedBefore).isEqualTo(2);
        assertThat(shed("application")).isPositive();
        assertThat(shed("registration")).isPositive();
        assertThat(shed("replication")).isPositive();
    }

    private static void hold(List<OpenRequest> held, int count) throws IOException {
        while (held.size() < count) {
            held.add(OpenRequest.registration(buoy.port(), "HELD", "held-" + held.size()));
        }
        awaitInFlight(count);
    }

    private static void assertServed(int status, String... paths) {
        for (String path : paths) {
            assertThat(eureka.get(path).statusCode()).as(path).isEqualTo(status);
        }
    }

    private static int batch() {
        return eureka.send(
                        "POST",
                        "peerreplication/batch",
                        BodyPublishers.ofString("{\"replicationList\":[]}"),
                        "Content-Type",
                        "application/json")
                .statusCode();
    }

    private static void awaitInFlight(int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> metric("buoy_http_requests_in_flight") == count);
    }

    private static double shed(String rank) {
        return metric("buoy_http_requests_shed_total{rank=\"" + rank + "\",}");
    }

    private static double metric(String name) {
        String scrape = new String(
                new EurekaHttp(buoy.management())
                        .send("GET", "q/metrics", BodyPublishers.noBody(), "Accept", "text/plain")
                        .body(),
                StandardCharsets.UTF_8);
        return scrape.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    @Test
    void readersThatDoNotReadKeepNobodyFromTheRegistryAndAreCutOff() throws IOException {
        registerLarge();
        List<OpenRequest> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                deaf.add(new OpenRequest(buoy.port()).send("GET /eureka/apps HTTP/1.1\r\nHost: x\r\n\r\n".repeat(4)));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> eureka.get("apps").statusCode() == 200);
            awaitInFlight(0);
        } finally {
            for (OpenRequest one : deaf) {
                one.close();
            }
        }
    }

    // More than the system takes for a client that does not read.
    private static void registerLarge() {
        for (int i = 0; i < 60; i++) {
            String json = EurekaHttp.instance("LARGE", "large-" + i, "UP")
                    .replace("\"zone\": \"z1\"", "\"zone\": \"" + "z".repeat(400_000) + "\"");
            HttpResponse<byte[]> answer = eureka.register("LARGE", json);
            assertThat(answer.statusCode()).isEqualTo(204);
        }
    }

    @Test
    void requestsWithoutEndOnAConnectionThatReadsNoAnswerAreNotWorkedOn() throws Exception {
        try (var deaf = new OpenRequest(buoy.port())) {
            double before = renewals();
            String thousand = "PUT /eureka/apps/CANARY/canary-1 HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
            var stuck = new AtomicBoolean(true);
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < 1_000; i++) {
                        deaf.send(thousand);
                    }
                    stuck.set(false);
                } catch (IOException closed) {
                    // by the test
                }
            });
            sender.start();
            await().atMost(Duration.ofMinutes(1)).until(() -> renewals() > before);
            double[] last = {-1};
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> {
                        double now = renewals();
                        boolean still = now == last[0];
                        last[0] = now;
                        return still;
                    });
            assertThat(stuck).isTrue();
            assertThat(last[0] - before)
                    .as("heartbeats worked on, of a million")
                    .isLessThan(200_000);
            assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
        }
    }

    private static double renewals() {
        return metric("eureka_server_renewals_total{origin=\"client\",}");
    }

    @Test
    void connectionsThatSayNothingOrTrickleAreClosed() throws Exception {
        try (var silent = new OpenRequest(buoy.port());
                var half = new OpenRequest(buoy.port()).send("GET /eureka/apps HTTP/1.1\r\nHost: x\r\nX-A: ");
                var second = new OpenRequest(buoy.port())
                        .send("PUT /eureka/apps/CANARY/canary-1 HTTP/1.1\r\nHost: x\r\n\r\nGET /eureka")) {
            var trickle = new Thread(() -> {
                try {
                    while (true) {
                        second.send("a");
                        java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                    }
                } catch (IOException closed) {
                    // as it should be
                }
            });
            trickle.start();
            assertThat(silent.readAll()).isEmpty();
            assertThat(half.readAll()).isEmpty();
            assertThat(second.readAll()).startsWith("HTTP/1.1 200 ").doesNotContain("HTTP/1.1 4");
            trickle.join(Duration.ofMinutes(1).toMillis());
            assertThat(trickle.isAlive()).isFalse();
        }
    }

    @Test
    void connectionThatIsKeptAliveOutlivesTheTimeForAHead() throws Exception {
        try (var kept = new OpenRequest(buoy.port())) {
            String heartbeat = "PUT /eureka/apps/CANARY/canary-1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n";
            for (int i = 0; i < 4; i++) {
                kept.send(heartbeat);
                pause(1_500);
                kept.send("{}"); // as clients do that send head and body apart
                pause(1_500);
            }
            kept.send("GET /eureka/apps/CANARY HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(kept.readAll().split("HTTP/1.1 200 ", -1)).hasSize(6);
        }
    }

    private static void pause(int millis) {
        await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
    }

    @Test
    void bodyThatComesSlowlyHasATimeOfItsOwn() throws Exception {
        try (var slow = OpenRequest.registration(buoy.port(), "SLOW", "slow-1")) {
            pause(5_000);
            assertThat(slow.send("}").status()).isEqualTo(204);
        }
    }

    @Test
    void heartbeatsStayQuickWhileDozensOfBombsAreInflated() throws Exception {
        byte[] bomb = bomb();
        var http = new RawHttp(buoy.port());
        ExecutorService clients = Executors.newFixedThreadPool(BOMBS);
        var over = new AtomicBoolean();
        try {
            for (int i = 0; i < 300; i++) {
                eureka.renew("CANARY", "canary-1");
            }
            for (int i = 0; i < BOMBS; i++) {
                clients.submit(() -> {
                    while (!over.get()) {
                        int status = http.send(new RawHttp.Request(
                                        "POST",
                                        "/eureka/apps/CANARY",
                                        List.of("Content-Type: application/json", "Content-Encoding: gzip"),
                                        bomb))
                                .status();
                        if (status != 413 && status != 503) {
                            throw new AssertionError("status " + status);
                        }
                    }
                    return null;
                });
            }
            long[] nanos = new long[400];
            for (int i = 0; i < nanos.length; i++) {
                long begin = System.nanoTime();
                assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
                nanos[i] = System.nanoTime() - begin;
            }
            Arrays.sort(nanos);
            long p99 = nanos[nanos.length * 99 / 100] / 1_000_000;
            System.out.println(
                    "heartbeats beside bombs: p50 " + nanos[nanos.length / 2] / 1_000_000 + " ms, p99 " + p99 + " ms");
            assertThat(nanos[nanos.length / 2] / 1_000_000).as("median, ms").isLessThan(200);
            assertThat(p99)
                    .as("p99 of heartbeats, ms, on a machine that others may use")
                    .isLessThan(1_500);
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
        awaitInFlight(0);
    }

    private static byte[] bomb() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            byte[] part = new byte[1 << 20];
            for (int i = 0; i < 200; i++) {
                gzip.write(part);
            }
        }
        return bytes.toByteArray();
    }
}
