package dev.buoy.bench;

import dev.buoy.changelog.Origin;
import dev.buoy.registry.Renewal;
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

/** A heartbeat in the registry. With {@code -prof gc}: at most 64 bytes each, whatever the size of the application. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class Heartbeat {
    private static final int INSTANCES = 10_000;

    @Param({"20", "1000"})
    int perApplication;

    private Fleet fleet;
    private String[] apps;
    private String[] ids;
    private int next;

    @Setup
    public void fill() {
        fleet = new Fleet(INSTANCES, perApplication);
        apps = new String[INSTANCES];
        ids = new String[INSTANCES];
        for (int i = 0; i < INSTANCES; i++) {
            apps[i] = fleet.app(i);
            ids[i] = fleet.id(i);
        }
    }

    @Benchmark
    public Renewal renew() {
        int i = next;
        next = (i + 1) % INSTANCES;
        return fleet.registry.renew(Origin.CLIENT, apps[i], ids[i]);
    }
}
