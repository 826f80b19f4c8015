package dev.buoy.runtime;

import io.quarkus.scheduler.Scheduler;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Whether only a restart would help: jobs have stopped running, or threads wait for each other for ever. */
@org.eclipse.microprofile.health.Liveness
@Singleton
final class Liveness implements HealthCheck {
    /** The scheduler ticks every few seconds. A starved process is not dead, so it takes long to be taken for it. */
    static final Duration LONGEST_SILENCE = Duration.ofMinutes(5);

    private final BooleanSupplier scheduled;
    private final Supplier<Duration> silence;
    private final Supplier<long[]> deadlocked;

    @Inject
    Liveness(Scheduler scheduler, SchedulerTicks ticks) {
        this(
                scheduler::isRunning,
                ticks::silence,
                () -> ManagementFactory.getThreadMXBean().findDeadlockedThreads());
    }

    Liveness(BooleanSupplier scheduled, Supplier<Duration> silence, Supplier<long[]> deadlocked) {
        this.scheduled = scheduled;
        this.silence = silence;
        this.deadlocked = deadlocked;
    }

    @Override
    public HealthCheckResponse call() {
        Duration silent = silence.get();
        long[] threads = deadlocked.get();
        int count = threads == null ? 0 : threads.length;
        boolean ticks = !scheduled.getAsBoolean() || silent.compareTo(LONGEST_SILENCE) <= 0;
        return HealthCheckResponse.named("process")
                .status(ticks && count == 0)
                .withData("secondsSinceLastJob", silent.toSeconds())
                .withData("deadlockedThreads", count)
                .build();
    }
}
