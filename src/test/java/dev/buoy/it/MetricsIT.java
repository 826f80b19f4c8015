package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.metrics.Scrape;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every metric of {@code docs/metrics.md} is compared with what a fleet did to a node that keeps snapshots and has a peer. The tests
 * build on each other; the last one holds the names that were compared to the table.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MetricsIT {
    private static final Pattern ROW = Pattern.compile("\\| `((?:eureka|buoy)_\\w+)` \\|");
    private static final Duration CEILING = Duration.ofMinutes(2);
    private static final String ME = "MetricsIT";
    private static final int BURST = 60;

    private static final Set<String> COMPARED = new TreeSet<>();

    @TempDir
    static Path directory;

    private static BuoyProcess peer;
    private static BuoyProcess node;
    private static EurekaHttp eureka;
    private static Scrape before;
    private static Scrape after;

    @BeforeAll
    static void runTheFleet() {
        String[] snapshots = {
            "buoy.snapshot.store=file",
            "buoy.snapshot.interval=1s",
            "buoy.snapshot.directory=" + directory.resolve("snapshots"),
            "eureka.client.register-with-eureka=false"
        };
        try (var earlier = BuoyProcess.start(snapshots)) {
            eureka = new EurekaHttp(earlier.base());
            assertThat(register("KEPT", "kept-1")).isEqualTo(204);
            assertThat(register("KEPT", "kept-2")).isEqualTo(204);
        }
        peer = BuoyProcess.start(
                "eureka.client.register-with-eureka=false", "eureka.server.eviction-interval-timer-in-ms=1000");
        node = BuoyProcess.start(
                snapshots[0],
                snapshots[1],
                snapshots[2],
                snapshots[3],
                "eureka.client.service-url.defaultZone=" + peer.base(),
                "eureka.client.fetch-registry=false",
                "eureka.server.eviction-interval-timer-in-ms=1000",
                "eureka.server.peer-node-read-timeout-ms=5000",
                "eureka.server.rate-limiter-burst-size=1",
                "eureka.server.rate-limiter-full-fetch-average-rate=1",
                "buoy.self-preservation.give-up-after=1s",
                "buoy.peers.probe-interval=1s",
                "buoy.peers.anti-entropy-interval=1s");
        eureka = new EurekaHttp(node.base());
        before = scrape(node);
        liveThroughAll();
        await().atMost(CEILING).until(() -> status(send("GET", "apps/SHORT")) == 404);
        await().atMost(CEILING)
                .until(() -> of(node, "buoy_replication_waiting") == 0
                        && of(node, "buoy_peer_applications_differing") == 0
                        && of(node, "buoy_peer_instances") == 7
                        && of(node, "eureka_server_leases_overdue") == 0); // worked out anew every few seconds
        after = scrape(node);
    }

    private static void liveThroughAll() {
        for (String id : new String[] {"orders-1", "orders-2", "orders-3", "orders-1"}) {
            assertThat(register("ORDERS", id)).isEqualTo(204);
        }
        assertThat(register("BILLING", "billing-1")).isEqualTo(204);
        assertThat(register("BILLING", "billing-2")).isEqualTo(204);
        assertThat(register("BILLING", "billing-3")).isEqualTo(204);
        String briefly = EurekaHttp.instance("SHORT", "short-1", "UP")
                .replace("\"durationInSecs\": 90", "\"durationInSecs\": 1");
        assertThat(eureka.send(
                                "POST",
                                "apps/SHORT",
                                BodyPublishers.ofString(briefly),
                                "Content-Type",
                                "application/json",
                                "DiscoveryIdentity-Name",
                                ME)
                        .statusCode())
                .isEqualTo(204);
        for (int i = 0; i < 5; i++) {
            assertThat(status(send("PUT", "apps/ORDERS/orders-1?status=UP"))).isEqualTo(200);
        }
        assertThat(status(send("PUT", "apps/KEPT/kept-1?status=UP"))).isEqualTo(200);
        await().atMost(Duration.ofSeconds(30)).until(() -> of(node, "eureka_server_renewals_last_minute") == 6);
        assertThat(status(send("PUT", "apps/ORDERS/nobody?status=UP"))).isEqualTo(404);
        assertThat(status(send("PUT", "apps/NOTHING/nobody?status=UP"))).isEqualTo(404);
        assertThat(status(send("PUT", "apps/ORDERS/orders-2/status?value=OUT_OF_SERVICE")))
                .isEqualTo(200);
        assertThat(status(send("PUT", "apps/ORDERS/orders-3/status?value=DOWN")))
                .isEqualTo(200);
        assertThat(status(send("DELETE", "apps/ORDERS/orders-3/status?value=UP")))
                .isEqualTo(200);
        assertThat(status(send("PUT", "apps/ORDERS/orders-1/metadata?shelf=3"))).isEqualTo(200);
        assertThat(status(send("DELETE", "apps/BILLING/billing-3"))).isEqualTo(200);
        assertThat(status(send("DELETE", "apps/BILLING/billing-3"))).isEqualTo(404);
        assertThat(status(send("POST", "apps/ORDERS"))).isBetween(400, 415);
        for (int i = 0; i < 3; i++) {
            assertThat(status(send("GET", "apps/delta"))).isEqualTo(200);
        }
        assertThat(status(send("GET", "apps/ORDERS"))).isEqualTo(200);
        assertThat(status(send("GET", "apps/ORDERS/orders-1"))).isEqualTo(200);
        assertThat(status(send("GET", "instances/orders-1"))).isEqualTo(200);
        assertThat(status(send("GET", "vips/orders"))).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        node.close();
        peer.close();
    }

    @Test
    @Order(1)
    void changesAndRenewalsAreCountedByWhoMadeThem() {
        counted(8, "eureka_server_registrations_total", "origin", "client");
        counted(0, "eureka_server_registrations_total", "origin", "peer");
        is(2, "eureka_server_registrations_total", "origin", "snapshot");
        counted(6, "eureka_server_renewals_total", "origin", "client");
        counted(0, "eureka_server_renewals_total", "origin", "peer");
        counted(2, "eureka_server_renewals_not_found_total", "origin", "client");
        counted(1, "eureka_server_cancellations_total", "origin", "client");
        counted(1, "eureka_server_evictions_total", "origin", "expiry");
        counted(3, "eureka_server_status_updates_total", "origin", "client");
        counted(1, "eureka_server_metadata_updates_total", "origin", "client");
        is(2 + 8 + 1 + 1 + 3 + 1, "buoy_changelog_revision");
    }

    @Test
    @Order(1)
    void instancesAreThoseListed() {
        is(2, "eureka_server_instances", "application", "ORDERS", "status", "UP");
        is(1, "eureka_server_instances", "application", "ORDERS", "status", "OUT_OF_SERVICE");
        is(2, "eureka_server_instances", "application", "BILLING", "status", "UP");
        is(2, "eureka_server_instances", "application", "KEPT", "status", "UP");
        assertThat(after.all("eureka_server_instances")).hasSize(4);
        is(3, "eureka_server_applications");
    }

    @Test
    @Order(1)
    void selfPreservationComparesWhatTheListedOwe() {
        is(14, "eureka_server_renewals_expected"); // seven who renew every 30 s
        is(11, "eureka_server_renewal_threshold"); // 85 of 100, rounded down
        COMPARED.add("eureka_server_renewals_last_minute"); // awaited while the fleet was at it
        assertThat(value("eureka_server_renewals_not_yet_due")).isBetween(0.0, 14.0);
        is(1, "eureka_server_self_preservation_enabled");
        is(0, "eureka_server_self_preservation_active");
        is(0, "eureka_server_self_preservation_verdict", "verdict", "protecting");
        assertThat(after.all("eureka_server_self_preservation_verdict").stream()
                        .mapToDouble(Scrape.Sample::value)
                        .sum())
                .isEqualTo(1);
        is(0, "eureka_server_leases_overdue");
        is(0, "eureka_server_leases_replaced");
        is(0, "eureka_server_leases_given_up");
        is(0, "eureka_server_evicted_counting");
        assertThat(value("eureka_server_eviction_run_seconds_count")).isPositive();
        assertThat(value("eureka_server_eviction_lateness_seconds")).isBetween(0.0, 30.0);
    }

    @Test
    @Order(1)
    void requestsAreCountedByWhatTheyAskForAndByWhoAsks() {
        request(8, "register", "success");
        request(1, "register", "refused");
        request(6, "renew", "success");
        request(2, "renew", "not_found");
        request(1, "cancel", "success");
        request(1, "cancel", "not_found");
        request(2, "override_status", "success");
        request(1, "clear_override", "success");
        request(1, "update_metadata", "success");
        request(3, "fetch_delta", "success");
        request(2, "fetch_instance", "success");
        request(1, "fetch_vip", "success");
        double applications = difference(
                        "eureka_server_requests_total", "operation", "fetch_application", "outcome", "success")
                + difference("eureka_server_requests_total", "operation", "fetch_application", "outcome", "not_found");
        double all = after.all("eureka_server_requests_total").stream()
                        .mapToDouble(Scrape.Sample::value)
                        .sum()
                - before.all("eureka_server_requests_total").stream()
                        .mapToDouble(Scrape.Sample::value)
                        .sum();
        assertThat(applications).isGreaterThanOrEqualTo(2);
        assertThat(after.value("eureka_server_client_requests_total", "name", ME))
                .as("all that came in between was sent under this name")
                .isEqualTo(all);
        COMPARED.add("eureka_server_client_requests_total");
    }

    /** What makes these count is held by {@link LoadIT} and by the tests of closed servers. */
    @Test
    @Order(1)
    void nobodyIsRefusedByAServerThatIsOpenAndHasRoom() {
        for (String rank : new String[] {"replication", "registration", "application", "registry"}) {
            is(0, "buoy_http_requests_shed_total", "rank", rank);
        }
        is(0, "buoy_http_requests_in_flight");
        is(0, "buoy_http_requests_waiting");
        is(0, "buoy_security_refused_total", "reason", "unauthenticated");
        is(0, "buoy_security_refused_total", "reason", "forbidden");
    }

    @Test
    @Order(2)
    void fetchesOverTheLimitAreCountedWhileTheyAreAnswered() {
        double had = after.value("eureka_server_fetches_over_limit_total");
        long began = System.nanoTime();
        for (int i = 0; i < BURST; i++) {
            assertThat(status(send("GET", "apps"))).isEqualTo(200);
        }
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;
        Scrape now = scrape(node);

        assertThat(now.value("eureka_server_fetches_over_limit_total") - had)
                .isBetween(BURST - 2.0 - seconds, (double) BURST);
        COMPARED.add("eureka_server_fetches_over_limit_total");
    }

    @Test
    @Order(3)
    void cacheHoldsTheAnswersThatWereSent() {
        int sent = 0;
        for (String path : new String[] {"apps", "apps/delta", "apps/ORDERS", "vips/orders"}) {
            sent += send("GET", path).body().length;
        }
        Scrape now = scrape(node);

        assertThat(now.value(
                        "eureka_server_response_cache_size_bytes",
                        "format",
                        "json",
                        "form",
                        "full",
                        "encoding",
                        "identity"))
                .isEqualTo(sent);
        assertThat(now.value(
                        "eureka_server_response_cache_size_bytes",
                        "format",
                        "xml",
                        "form",
                        "compact",
                        "encoding",
                        "gzip"))
                .isZero();
        assertThat(now.value(
                        "eureka_server_response_cache_encode_seconds_count",
                        "format",
                        "json",
                        "form",
                        "full",
                        "encoding",
                        "identity"))
                .isBetween(4.0, 80.0);
        COMPARED.add("eureka_server_response_cache_size_bytes");
        COMPARED.add("eureka_server_response_cache_encode_seconds");
    }

    @Test
    @Order(1)
    void peerIsToldOfEverythingAndListsTheSame() {
        Scrape there = scrape(peer);
        double told = after.value("buoy_replication_entries_total");
        double heard = 0;
        for (String kind :
                new String[] {"registrations", "renewals", "renewals_not_found", "cancellations", "status_updates"}) {
            heard += there.value("eureka_server_" + kind + "_total", "origin", "peer");
        }
        is(1, "buoy_peer_reachable");
        is(7, "buoy_peer_instances");
        is(0, "buoy_peer_applications_differing");
        is(0, "buoy_replication_waiting");
        is(0, "buoy_replication_lag_seconds");
        is(0, "buoy_replication_dropped_total");
        is(0, "buoy_peer_repaired_total");
        assertThat(value("buoy_replication_batches_total")).isPositive().isLessThanOrEqualTo(told);
        assertThat(there.value("eureka_server_requests_total", "operation", "replicate", "outcome", "success"))
                .as("batches that arrived")
                .isEqualTo(after.value("buoy_replication_batches_total"));
        assertThat(after.all("buoy_replication_failures_total"))
                .hasSize(5)
                .allSatisfy(one -> assertThat(one.value()).isZero());
        assertThat(told).isGreaterThanOrEqualTo(8).isLessThanOrEqualTo(heard + 2);
        COMPARED.add("buoy_replication_failures_total");
        COMPARED.add("buoy_replication_entries_total");
        assertThat(there.all("eureka_server_instances").stream()
                        .mapToDouble(Scrape.Sample::value)
                        .sum())
                .isEqualTo(7);
    }

    @Test
    @Order(1)
    void snapshotsAreMeasuredFromTheRestoreOn() {
        is(2, "buoy_snapshot_restored");
        is(1, "buoy_snapshot_unconfirmed"); // the other has renewed
        is(0, "buoy_snapshot_degraded");
        is(0, "buoy_snapshot_failures_total");
        assertThat(value("buoy_snapshot_age_seconds")).isBetween(0.0, 60.0);
        assertThat(value("buoy_snapshot_duration_seconds")).isBetween(0.0, 60.0);
        assertThat(value("buoy_snapshot_entries")).isBetween(1.0, 20.0);
        assertThat(value("buoy_snapshot_size_bytes")).isBetween(500.0, 50_000.0);
    }

    @Test
    @Order(4)
    void peerThatIsGoneIsUnreachableAndWaitedFor() {
        peer.kill();
        assertThat(register("ORDERS", "orders-4")).isEqualTo(204);
        await().atMost(CEILING)
                .until(() -> of(node, "buoy_peer_reachable") == 0
                        && of(node, "buoy_replication_waiting") >= 1
                        && of(node, "buoy_replication_lag_seconds") > 1
                        && of(node, "buoy_replication_failures_total", "outcome", "unreachable") >= 1
                        && Double.isNaN(of(node, "buoy_peer_applications_differing")));
    }

    @Test
    @Order(5)
    void snapshotsThatFailAreCountedAndGrowOld() throws IOException {
        try (var files = Files.list(directory.resolve("snapshots"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory.resolve("snapshots"));
        Files.createFile(directory.resolve("snapshots"));
        assertThat(register("ORDERS", "orders-5")).isEqualTo(204);

        await().atMost(CEILING)
                .until(() -> of(node, "buoy_snapshot_degraded") == 1
                        && of(node, "buoy_snapshot_failures_total") >= 1
                        && of(node, "buoy_snapshot_age_seconds") > 2);
    }

    @Test
    @Order(6)
    void everyMetricOfTheTableWasCompared() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("docs", "metrics.md"))) {
            var row = ROW.matcher(line);
            if (row.lookingAt()) {
                documented.add(row.group(1));
            }
        }
        assertThat(COMPARED).isEqualTo(documented);
    }

    private static double value(String name, String... labels) {
        COMPARED.add(name.replaceAll("_seconds_count$", "_seconds"));
        return after.value(name, labels);
    }

    private static void is(double expected, String name, String... labels) {
        assertThat(value(name, labels)).as(name + String.join(" ", labels)).isEqualTo(expected);
    }

    private static void counted(double expected, String name, String... labels) {
        COMPARED.add(name);
        assertThat(difference(name, labels)).as(name + String.join(" ", labels)).isEqualTo(expected);
    }

    private static void request(double expected, String operation, String outcome) {
        counted(expected, "eureka_server_requests_total", "operation", operation, "outcome", outcome);
    }

    private static double difference(String name, String... labels) {
        return after.value(name, labels) - before.value(name, labels);
    }

    private static double of(BuoyProcess process, String name, String... labels) {
        return scrape(process).value(name, labels);
    }

    private static int register(String app, String id) {
        return status(eureka.send(
                "POST",
                "apps/" + app,
                BodyPublishers.ofString(EurekaHttp.instance(app, id, "UP")
                        .replace("\"durationInSecs\": 90", "\"durationInSecs\": 3600")),
                "Content-Type",
                "application/json",
                "DiscoveryIdentity-Name",
                ME));
    }

    private static HttpResponse<byte[]> send(String method, String path) {
        return eureka.send(method, path, BodyPublishers.noBody(), "DiscoveryIdentity-Name", ME);
    }

    private static int status(HttpResponse<byte[]> answer) {
        return answer.statusCode();
    }

    private static Scrape scrape(BuoyProcess process) {
        HttpResponse<byte[]> answer = new EurekaHttp(process.management())
                .send("GET", "q/metrics", BodyPublishers.noBody(), "Accept", "text/plain");
        assertThat(answer.statusCode()).isEqualTo(200);
        return Scrape.of(new String(answer.body(), StandardCharsets.UTF_8));
    }
}
