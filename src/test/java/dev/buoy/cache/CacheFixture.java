package dev.buoy.cache;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.registry.Registry;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.concurrent.Executor;

/** A registry and its cache, on a clock that the test moves. */
final class CacheFixture {
    final ManualClock clock = new ManualClock();
    final ChangeLog log = new ChangeLog(clock, Duration.ofMinutes(3), 100_000);
    final Registry registry =
            new Registry(Settings.server(), Settings.lease(), Settings.selfPreservation(), log, clock);
    final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true, true, false);
    final ResponseCache cache;

    /** Long work is done at once. */
    CacheFixture() {
        this(Runnable::run);
    }

    CacheFixture(Executor executor) {
        cache = new ResponseCache(
                registry,
                log,
                new EurekaCodec(),
                Settings.server(),
                clock,
                executor,
                new SimpleMeterRegistry(),
                buffers);
    }

    EncodedResponse response(FetchQuery query) {
        return response(query, true);
    }

    EncodedResponse response(FetchQuery query, boolean gzip) {
        return cache.get(query, WireFormat.JSON, WireForm.FULL, gzip)
                .toCompletableFuture()
                .join();
    }

    /** The answer as text. */
    String text(FetchQuery query) {
        return Bodies.text(response(query));
    }

    long bytesHeld() {
        return buffers.metric().usedDirectMemory();
    }
}
