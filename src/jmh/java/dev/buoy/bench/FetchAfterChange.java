package dev.buoy.bench;

import dev.buoy.cache.FetchQuery;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One change and the fetch that follows it: the time must not depend on the size of the registry. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx4g"})
public class FetchAfterChange {
    @Param({"1000", "10000", "100000"})
    int instances;

    @Param({"true"})
    boolean gzip;

    private Fleet fleet;

    @Setup
    public void fill() {
        fleet = new Fleet(instances, 20);
        fleet.clock.advance(Duration.ofMinutes(4)); // the delta does not hold the registrations of the start
        fleet.fetch(FetchQuery.ALL, gzip);
        fleet.fetch(FetchQuery.DELTA, gzip);
    }

    /** The change by itself, for comparison. */
    @Benchmark
    public void change() {
        fleet.change();
        fleet.clock.advance(Duration.ofMillis(50));
    }

    @Benchmark
    public long full() {
        fleet.change();
        return fleet.fetch(FetchQuery.ALL, gzip);
    }

    /** At twenty changes a second, so that the window holds some 3,600. */
    @Benchmark
    public long delta() {
        fleet.change();
        fleet.clock.advance(Duration.ofMillis(50));
        return fleet.fetch(FetchQuery.DELTA, gzip);
    }

    /** Nothing changed. */
    @Benchmark
    public long same() {
        return fleet.fetch(FetchQuery.ALL, gzip);
    }
}
