package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Thousands of wrong requests to the packaged application: each gets an answer below 500 that shows no stack trace, everybody
 * else goes on reading the registry in every form, the log stays free of errors, and memory stays flat.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileInputIT {
    private static final int REQUESTS = 2_500;
    private static final int BETWEEN_LOOKS = 100;
    private static final long MEGABYTE = 1 << 20;
    private static final Pattern STACK_TRACE =
            Pattern.compile("(?m)^\\s+at [\\w.$]+\\(|Caused by:|[a-z]\\.\\w+Exception\\b");

    private static BuoyProcess buoy;
    private static EurekaHttp eureka;
    private static long liveHeapBefore;

    @BeforeAll
    static void start() throws IOException {
        buoy = BuoyProcess.start(
                "-Xmx192m",
                "-XX:+ExitOnOutOfMemoryError",
                "eureka.server.retention-time-in-m-s-in-delta-queue=1000",
                "eureka.server.delta-retention-timer-interval-in-ms=1000");
        eureka = new EurekaHttp(buoy.base());
        assertThat(eureka.register("CANARY", "canary-1", "UP").statusCode()).isEqualTo(204);
        send(7, 500); // until every code path has its classes and buffers
        liveHeapBefore = buoy.liveHeapBytes();
    }

    @AfterAll
    static void stop() {
        buoy.close();
    }

    @Order(1)
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void noInputHarmsTheServerOrItsOtherClients(long seed) throws IOException {
        send(Long.getLong("buoy.fuzz.seed", seed), Integer.getInteger("buoy.fuzz.requests", REQUESTS));
    }

    /** Each of them is within the limits of one body; together they would take several times the heap. */
    @Order(1)
    @Test
    void bodiesThatGrowWhenReadHarmNobodyHoweverManyComeAtOnce() throws Exception {
        var bomb = compressed("{\"instance\":{\"x\":\"" + "y".repeat(8_300_000) + "\"}}", "apps/CANARY");
        var batch = compressed("{\"replicationList\":[{}" + ",{}".repeat(2_600_000) + "]}", "peerreplication/batch");
        var http = new RawHttp(buoy.port());
        ExecutorService clients = Executors.newFixedThreadPool(24);
        try {
            List<Future<RawHttp.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                RawHttp.Request request = i % 8 == 0 ? batch : bomb;
                answers.add(clients.submit(() -> http.send(request)));
            }
            for (Future<RawHttp.Answer> answer : answers) {
                assertThat(answer.get().status()).isIn(400, 413, 503);
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
    }

    private static RawHttp.Request compressed(String json, String target) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return new RawHttp.Request(
                "POST",
                "/eureka/" + target,
                List.of("Content-Type: application/json", "Content-Encoding: gzip"),
                bytes.toByteArray());
    }

    @Order(2)
    @Test
    void memoryIsFlatOnceTheInstancesAreGone() {
        for (RegistryDocument.Listed one : read("apps", false, "full").instances()) {
            eureka.cancel(encoded(one.app()), encoded(one.id()));
        }

        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(buoy.liveHeapBytes() - liveHeapBefore)
                        .as("growth of the live heap")
                        .isLessThan(16 * MEGABYTE));
        assertThat(buoy.residentBytes()).as("resident memory").isLessThan(640 * MEGABYTE);
    }

    @Order(3)
    @Test
    void theLogHoldsNoErrorAndNoLineThatAClientWrote() {
        assertThat(buoy.log().lines().filter(line -> line.contains(" ERROR ") || line.startsWith("\tat ")))
                .isEmpty();
        assertThat(buoy.log()).doesNotContain("OutOfMemoryError", "StackOverflowError", "\nX:1");
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void send(long seed, int count) throws IOException {
        var requests = new HostileRequests(
                RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
        var http = new RawHttp(buoy.port());
        Deque<RawHttp.Request> taken = new ArrayDeque<>();
        var statuses = new TreeMap<Integer, Integer>();
        for (int i = 0; i < count; i++) {
            RawHttp.Request request = requests.next();
            String where = "seed " + seed + ", request " + i + ": " + request;
            RawHttp.Answer answer;
            try {
                answer = http.send(request);
            } catch (IOException e) {
                throw new AssertionError(where + ": " + e.getMessage(), e);
            }
            statuses.merge(answer.status(), 1, Integer::sum);
            if (answer.status() == 0 || answer.status() >= 500) {
                fail(where + "\nwas answered " + answer.head() + "\n" + answer.text());
            }
            if (STACK_TRACE.matcher(answer.text()).find() && !isRegistry(answer)) {
                fail(where + "\nwas answered with internals: " + answer.text());
            }
            if (answer.status() < 300 && !request.method().equals("GET")) {
                taken.add(request);
            }
            if (i % BETWEEN_LOOKS == BETWEEN_LOOKS - 1) {
                look(where, taken);
                taken.clear();
            }
        }
        look("seed " + seed, taken);
        System.out.println("answers for seed " + seed + ", by status: " + statuses);
    }

    /** A document of the registry shows what clients registered, and that may be anything. */
    private static boolean isRegistry(RawHttp.Answer answer) {
        return answer.status() == 200 || answer.status() == 409;
    }

    /** The well-behaved client: its heartbeat is answered, and it reads the registry in every form and finds itself. */
    private static void look(String where, Deque<RawHttp.Request> taken) {
        try {
            assertThat(eureka.renew("CANARY", "canary-1").statusCode()).isEqualTo(200);
            for (String path : new String[] {"apps", "apps/delta", "vips/fuzz"}) {
                for (boolean xml : new boolean[] {false, true}) {
                    for (String form : new String[] {"full", "compact"}) {
                        RegistryDocument document = read(path, xml, form);
                        if (path.equals("apps")) {
                            assertThat(document.instances())
                                    .extracting(RegistryDocument.Listed::id)
                                    .contains("canary-1");
                        }
                        if (!path.equals("apps/delta")) {
                            assertThat(document.hashComputed()).isEqualTo(document.hashSent());
                        }
                    }
                }
            }
        } catch (RuntimeException | AssertionError harmed) {
            var accepted = new StringBuilder();
            taken.forEach(request -> accepted.append("\n  ").append(request));
            throw new AssertionError(
                    "others are harmed at " + where + ": " + harmed.getMessage() + "\nafter these were taken:"
                            + accepted,
                    harmed);
        }
    }

    private static RegistryDocument read(String path, boolean xml, String form) {
        HttpResponse<byte[]> answer = eureka.send(
                "GET",
                path,
                BodyPublishers.noBody(),
                "Accept",
                xml ? "application/xml" : "application/json",
                "X-Eureka-Accept",
                form);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        try {
            return RegistryDocument.read(answer.body(), xml);
        } catch (IllegalArgumentException broken) {
            String text = new String(answer.body(), StandardCharsets.UTF_8);
            throw new AssertionError(
                    path + " as " + (xml ? "XML" : "JSON") + ", " + form + ": " + broken.getMessage() + "\n"
                            + text.substring(0, Math.min(text.length(), 3000)),
                    broken);
        }
    }
}
