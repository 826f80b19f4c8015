package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Eight writers and eight readers for half a minute: the hash code of every answer is that of its own body, and every delta
 * brings an older copy to where the server was when it made the delta (contract §7.3, §14.3).
 */
class ConcurrencyIT {
    private static final int WRITERS = 8;
    private static final int READERS = 8;
    private static final int INSTANCES_PER_WRITER = 20;
    private static final List<String> APPS = List.of("ALPHA", "BETA", "GAMMA", "DELTA-FORCE");
    private static final List<String> STATUSES = List.of("UP", "DOWN", "STARTING", "OUT_OF_SERVICE");
    private static final Duration RUN = Duration.ofSeconds(30);

    private final Queue<String> mismatches = new ConcurrentLinkedQueue<>();
    private final LongAdder writes = new LongAdder();
    private final LongAdder bodies = new LongAdder();
    private final LongAdder deltas = new LongAdder();
    private final LongAdder changesSeen = new LongAdder();
    private EurekaHttp eureka;
    private long end;

    @Test
    void everyAnswerAgreesWithItselfAndEveryDeltaArrives() throws InterruptedException, ExecutionException {
        try (var buoy = BuoyProcess.start()) {
            eureka = new EurekaHttp(buoy.base());
            end = System.nanoTime() + RUN.toNanos();
            List<ClientCopy> followers = run();

            assertThat(mismatches).isEmpty();
            assertThat(writes.sum()).as("writes").isGreaterThan(100);
            assertThat(bodies.sum()).as("bodies whose hash was checked").isGreaterThan(100);
            assertThat(deltas.sum()).as("deltas applied").isGreaterThan(100);
            assertThat(changesSeen.sum()).as("changes in deltas").isGreaterThan(deltas.sum());

            RegistryDocument delta = read("apps/delta", Form.JSON);
            Map<String, Map<String, String>> served =
                    sorted(ClientCopy.of(read("apps", Form.JSON)).applications());
            for (ClientCopy follower : followers) {
                follower.apply(delta);
                assertThat(sorted(follower.applications())).isEqualTo(served);
            }
            System.out.printf(
                    "%d writes, %d bodies and %d deltas with %d changes agreed%n",
                    writes.sum(), bodies.sum(), deltas.sum(), changesSeen.sum());
        }
    }

    /** The copies that the readers hold when it is over. */
    private List<ClientCopy> run() throws InterruptedException, ExecutionException {
        var threads = Executors.newFixedThreadPool(WRITERS + READERS);
        try {
            var all = new ArrayList<Future<?>>();
            var readers = new ArrayList<Future<ClientCopy>>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                all.add(threads.submit(() -> write(writer)));
            }
            for (int i = 0; i < READERS; i++) {
                int reader = i;
                readers.add(threads.submit(() -> follow(reader)));
            }
            for (Future<?> writer : all) {
                writer.get();
            }
            var copies = new ArrayList<ClientCopy>();
            for (Future<ClientCopy> reader : readers) {
                copies.add(reader.get());
            }
            return copies;
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean running() {
        return System.nanoTime() < end && mismatches.size() < 5;
    }

    /** Changes instances of its own, so that it knows how each request must be answered. */
    private void write(int writer) {
        RandomGenerator random = random(writer);
        var registered = new boolean[INSTANCES_PER_WRITER];
        while (running()) {
            int i = random.nextInt(INSTANCES_PER_WRITER);
            String app = APPS.get(i % APPS.size());
            String id = "writer-" + writer + ":" + i;
            String path = "apps/" + app + "/" + id;
            String status = pick(STATUSES, random);
            int known = registered[i] ? 200 : 404;
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    expect(204, eureka.register(app, id, status), "register " + path);
                    registered[i] = true;
                }
                case 3, 4 -> {
                    expect(known, eureka.cancel(app, id), "cancel " + path);
                    registered[i] = false;
                }
                case 5, 6 -> expect(known, put(path + "/status?value=" + status), "override " + path);
                case 7 -> expect(known, send("DELETE", path + "/status"), "end override " + path);
                case 8 -> expect(known, put(path + "/metadata?k=" + random.nextInt(100)), "metadata " + path);
                default -> expect(known, eureka.renew(app, id), "renew " + path);
            }
            writes.increment();
        }
    }

    /** Reads in every form, and follows the registry with three copies: of the start, of some time ago, and the latest. */
    private ClientCopy follow(int reader) {
        RandomGenerator random = random(100 + reader);
        ClientCopy latest = ClientCopy.of(read("apps", Form.JSON));
        ClientCopy first = latest.duplicate();
        ClientCopy older = latest.duplicate();
        while (running()) {
            switch (random.nextInt(8)) {
                case 0 -> older = ClientCopy.of(agrees("apps", pick(List.of(Form.JSON, Form.XML), random)));
                case 1 -> agrees("apps", pick(List.of(Form.values()), random));
                case 2 -> agrees("vips/" + pick(APPS, random).toLowerCase(Locale.ROOT), Form.JSON);
                default -> {
                    Form form = pick(List.of(Form.values()), random);
                    RegistryDocument delta = read("apps/delta", form);
                    arrives(latest, delta, "the latest copy, " + form);
                    arrives(older.duplicate(), delta, "an older copy, " + form);
                    arrives(first.duplicate(), delta, "the first copy, " + form);
                    deltas.increment();
                    changesSeen.add(delta.instances().size());
                }
            }
        }
        return latest;
    }

    private RegistryDocument agrees(String path, Form form) {
        RegistryDocument document = read(path, form);
        if (!document.hashSent().equals(document.hashComputed())) {
            mismatches.add(path + " as " + form + " was sent with " + document.hashSent() + " and holds "
                    + document.hashComputed());
        }
        bodies.increment();
        return document;
    }

    private void arrives(ClientCopy copy, RegistryDocument delta, String which) {
        copy.apply(delta);
        if (!copy.hashCodeOfAll().equals(delta.hashSent())) {
            mismatches.add("a delta with " + delta.hashSent() + " left " + which + " at " + copy.hashCodeOfAll());
        }
    }

    private enum Form {
        JSON(false, "application/json", "full"),
        COMPACT_JSON(false, "application/json", "compact"),
        XML(true, "application/xml", "full"),
        COMPACT_XML(true, "application/xml", "compact");

        private final boolean xml;
        private final String mediaType;
        private final String accept;

        Form(boolean xml, String mediaType, String accept) {
            this.xml = xml;
            this.mediaType = mediaType;
            this.accept = accept;
        }
    }

    /** Reads it compressed, as all clients do. */
    private RegistryDocument read(String path, Form form) {
        HttpResponse<byte[]> answer = eureka.send(
                "GET",
                path,
                BodyPublishers.noBody(),
                "Accept",
                form.mediaType,
                "X-Eureka-Accept",
                form.accept,
                "Accept-Encoding",
                "gzip");
        expect(200, answer, path);
        try {
            byte[] body = answer.body();
            if (answer.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
                body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
            }
            return RegistryDocument.read(body, form.xml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse<byte[]> put(String path) {
        return send("PUT", path);
    }

    private HttpResponse<byte[]> send(String method, String path) {
        return eureka.send(method, path, BodyPublishers.noBody());
    }

    private void expect(int status, HttpResponse<byte[]> answer, String what) {
        if (answer.statusCode() != status) {
            mismatches.add(what + " was answered " + answer.statusCode() + ", not " + status);
        }
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static <T> T pick(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Map<String, Map<String, String>> sorted(Map<String, Map<String, String>> applications) {
        var sorted = new TreeMap<String, Map<String, String>>();
        applications.forEach((app, instances) -> sorted.put(app, new TreeMap<>(instances)));
        return sorted;
    }
}
