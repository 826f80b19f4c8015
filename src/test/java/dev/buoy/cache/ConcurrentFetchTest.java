package dev.buoy.cache;

import static dev.buoy.cache.FetchQuery.ALL;
import static dev.buoy.cache.FetchQuery.DELTA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.testing.Instances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ConcurrentFetchTest {
    private static final int WRITERS = 8;
    private static final int READERS = 8;
    private static final int STEPS = 300; // at least, of each writer
    private static final int READS = 20; // at least, of each reader

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
    private final ExecutorService encoder = Executors.newSingleThreadExecutor();
    private final CacheFixture fixture = new CacheFixture(encoder);
    private final CountDownLatch reading = new CountDownLatch(READERS);
    private final AtomicInteger writing = new AtomicInteger(WRITERS);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
        encoder.shutdownNow();
    }

    @Test
    void underConcurrentWritesEveryHashIsThatOfItsBodyAndEveryDeltaConverges() throws Exception {
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            boolean gzip = i % 2 == 0;
            readers.add(threads.submit(i % 4 < 2 ? fullReader(gzip) : deltaReader(gzip)));
        }
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(threads.submit(writer(i)));
        }
        for (Future<?> reader : readers) {
            reader.get();
        }
        for (Future<?> writer : writers) {
            writer.get();
        }

        fixture.clock.advance(Duration.ofMinutes(6));
        fixture.cache.dropUnasked();
        assertThat(fixture.bytesHeld()).isZero();
    }

    // Also checks that it reads its own writes.
    private Runnable writer(int number) {
        return () -> {
            try {
                RandomSteps steps = new RandomSteps(number, fixture.registry, "W" + number % 3 + "-");
                for (int i = 0; i < STEPS || reading.getCount() > 0; i++) {
                    steps.step();
                    if (i % 50 == 0) {
                        String id = "w" + number + "-" + i;
                        fixture.registry.register(Origin.CLIENT, Instances.plain("WRITTEN", id));
                        assertThat(fixture.text(i % 100 == 0 ? ALL : DELTA)).contains("host-" + id);
                        assertThat(fixture.text(FetchQuery.application("WRITTEN")))
                                .contains("host-" + id);
                        assertThat(fixture.text(FetchQuery.vip("written"))).contains("host-" + id);
                    }
                }
            } finally {
                writing.decrementAndGet();
            }
        };
    }

    private Runnable fullReader(boolean gzip) {
        return reading(() -> {
            String body = Bodies.text(fixture.response(ALL, gzip));
            JavaClientCopy copy = new JavaClientCopy();
            copy.replaceBy(body);
            assertThat(copy.hashCodeOfHeld()).isEqualTo(JavaClientCopy.appsHashCode(body));
        });
    }

    private Runnable deltaReader(boolean gzip) {
        JavaClientCopy copy = new JavaClientCopy();
        copy.replaceBy(Bodies.text(fixture.response(ALL, gzip)));
        return reading(() -> {
            String delta = Bodies.text(fixture.response(DELTA, gzip));
            copy.apply(delta);
            assertThat(copy.hashCodeOfHeld()).isEqualTo(JavaClientCopy.appsHashCode(delta));
        });
    }

    // Reads while there are writers, and makes them stay for long enough.
    private Runnable reading(Runnable once) {
        return () -> {
            try {
                for (int reads = 0; writing.get() > 0; reads++) {
                    once.run();
                    if (reads == READS) {
                        reading.countDown();
                    }
                }
            } catch (RuntimeException | Error e) {
                while (reading.getCount() > 0) {
                    reading.countDown(); // the writers need not go on
                }
                throw e;
            }
        };
    }
}
