package dev.buoy.bench;

import dev.buoy.cache.EncodedResponse;
import dev.buoy.cache.FetchQuery;
import dev.buoy.cache.ResponseCache;
import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.Metadata;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;

/** A registry of so many instances, as Spring Cloud clients register them, and its cache. */
final class Fleet {
    static final Executor AT_ONCE = Runnable::run;

    final ManualClock clock = new ManualClock();
    final Registry registry;
    final ResponseCache cache;
    private final int perApplication;
    private final int size;
    private int next;

    Fleet(int size, int perApplication) {
        this.size = size;
        this.perApplication = perApplication;
        ChangeLog log = new ChangeLog(clock, Duration.ofMinutes(3), 1_000_000);
        registry = new Registry(Settings.server(), Settings.lease(), Settings.selfPreservation(), log, clock);
        cache = new ResponseCache(
                registry, log, new EurekaCodec(), Settings.server(), clock, AT_ONCE, new SimpleMeterRegistry());
        for (int i = 0; i < size; i++) {
            registry.register(Origin.CLIENT, instance(i));
        }
    }

    /** Registers one instance anew, another each time, all over the fleet. */
    void change() {
        next = (int) ((next + 7919L) % size);
        registry.register(Origin.CLIENT, instance(next));
    }

    /** Fetches, and sends nothing; returns the length. */
    long fetch(FetchQuery query, boolean gzip) {
        try (EncodedResponse response = cache.get(query, WireFormat.JSON, WireForm.FULL, gzip)
                .toCompletableFuture()
                .join()) {
            return response.length();
        }
    }

    String app(int i) {
        return "SERVICE-%05d".formatted(i / perApplication);
    }

    String id(int i) {
        int number = i % perApplication;
        return "10.%d.%d.%d:service-%05d:8080".formatted(i >>> 16 & 255, i >>> 8 & 255, i & 255, i / perApplication)
                + "-" + number;
    }

    private InstanceInfo instance(int i) {
        String address = "10.%d.%d.%d".formatted(i >>> 16 & 255, i >>> 8 & 255, i & 255);
        String url = "http://" + address + ":8080/";
        return Instances.instance(app(i), id(i))
                .hostName(address)
                .ipAddr(address)
                .homePageUrl(url)
                .statusPageUrl(url + "actuator/info")
                .healthCheckUrl(url + "actuator/health")
                .metadata(Metadata.of(Map.of("management.port", "8080", "zone", "zone-" + i % 3)))
                .build();
    }
}
