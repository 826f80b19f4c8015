package dev.buoy.persistence;

import dev.buoy.persistence.SnapshotStatus.State;
import dev.buoy.registry.Registry;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.ToDoubleFunction;

/** {@code buoy.snapshot.*}: what an operator can measure of snapshots. There is none of it without a store. */
public final class SnapshotMetrics {
    private final Snapshotter snapshotter;
    private final MeterRegistry meters;

    public SnapshotMetrics(Snapshotter snapshotter, MeterRegistry meters) {
        this.snapshotter = snapshotter;
        this.meters = meters;
    }

    public void register(Registry registry, InstantSource clock) {
        if (snapshotter.status().state() == State.OFF) {
            return;
        }
        gauge("buoy.snapshot.age", "Time since the store last held what the registry did", "seconds", status -> {
            var success = status.lastSuccess();
            return success == null
                    ? Double.NaN
                    : Duration.between(success, clock.instant()).toMillis() / 1000.0;
        });
        gauge(
                "buoy.snapshot.duration",
                "How long the last save took",
                "seconds",
                status -> status.duration() == null
                        ? Double.NaN
                        : status.duration().toMillis() / 1000.0);
        gauge("buoy.snapshot.entries", "Leases and removals in the last save", null, SnapshotStatus::entries);
        gauge("buoy.snapshot.size", "Documents of the last save", "bytes", SnapshotStatus::bytes);
        gauge(
                "buoy.snapshot.degraded",
                "1 while the store fails, else 0",
                null,
                status -> status.state() == State.DEGRADED ? 1 : 0);
        gauge("buoy.snapshot.restored", "Leases that this server began with", null, SnapshotStatus::restored);
        Gauge.builder(
                        "buoy.snapshot.unconfirmed",
                        registry,
                        leases -> leases.unconfirmed().size())
                .description("Restored leases whose clients have not been heard of since")
                .register(meters);
        FunctionCounter.builder(
                        "buoy.snapshot.failures",
                        snapshotter,
                        source -> source.status().failures())
                .description("Attempts to read or write the store that failed")
                .register(meters);
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<SnapshotStatus> value) {
        Gauge.builder(name, snapshotter, source -> value.applyAsDouble(source.status()))
                .description(description)
                .baseUnit(unit)
                .tag("store", snapshotter.status().store())
                .register(meters);
    }
}
