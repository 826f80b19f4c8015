package dev.buoy.it;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that renew at a fixed pace, each beat when it is due whatever became of the one before. Ends with {@link #close}. */
final class Heartbeats implements AutoCloseable {
    private static final int LANES = 4;

    private final ScheduledExecutorService lanes = Executors.newScheduledThreadPool(LANES);
    private final ConcurrentLinkedQueue<Beat> beats = new ConcurrentLinkedQueue<>();
    private final int aSecond;

    /** A heartbeat: the status it was answered with, 0 for none, and how long that took. */
    private record Beat(int status, long nanos) {}

    /**
     * What became of the heartbeats of some time.
     *
     * @param due   how many the pace asks for
     * @param sent  how many were answered
     * @param bad   those of them that were not answered with 200
     * @param slow  the time that one in a hundred exceeded
     */
    record Seen(long due, int sent, long bad, Duration slow) {}

    /** @param ids of the application's instances, renewed in turn */
    Heartbeats(EurekaHttp eureka, String app, List<String> ids, int aSecond) {
        this.aSecond = aSecond;
        AtomicInteger next = new AtomicInteger();
        for (int lane = 0; lane < LANES; lane++) {
            lanes.scheduleAtFixedRate(
                    () -> beat(eureka, app, ids.get(Math.floorMod(next.getAndIncrement(), ids.size()))),
                    0,
                    TimeUnit.SECONDS.toMicros(LANES) / aSecond,
                    TimeUnit.MICROSECONDS);
        }
    }

    private void beat(EurekaHttp eureka, String app, String id) {
        long began = System.nanoTime();
        int status;
        try {
            status = eureka.renew(app, id).statusCode();
        } catch (RuntimeException e) {
            status = 0;
        }
        beats.add(new Beat(status, System.nanoTime() - began));
    }

    /** Those that are answered while the action runs. */
    Seen during(Runnable action) {
        beats.clear();
        long began = System.nanoTime();
        action.run();
        long due = (System.nanoTime() - began) * aSecond / TimeUnit.SECONDS.toNanos(1);
        List<Beat> seen = List.copyOf(beats);
        long[] nanos = seen.stream().mapToLong(Beat::nanos).sorted().toArray();
        return new Seen(
                due,
                seen.size(),
                seen.stream().filter(beat -> beat.status() != 200).count(),
                Duration.ofNanos(nanos.length == 0 ? 0 : nanos[nanos.length * 99 / 100]));
    }

    @Override
    public void close() {
        lanes.shutdownNow();
    }
}
