package dev.buoy.cache;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.registry.Registry;
import dev.buoy.registry.RegistryView;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The answers to fetches, encoded once per change and in part only, and always those of the present registry.
 *
 * <p>An answer is true while the view that it was made from is the current one; to see that takes no lock. Otherwise the
 * first to ask makes the next, and who asks meanwhile waits for it. Whoever has seen a write answered sees it in the next
 * fetch.
 */
@Singleton
public final class ResponseCache {
    private static final int NAMED_AT_MOST = 1000;
    private static final Duration KEPT_UNASKED = Duration.ofMinutes(5);

    /** What VIPs without instances share; no VIP has a comma in its name, so nothing is found under it. */
    private static final FetchQuery NO_SUCH_VIP = FetchQuery.vip(",");

    private final Registry registry;
    private final DeltaWindow window;
    private final EurekaCodec codec;
    private final InstantSource clock;
    private final Executor executor;
    private final ByteBufAllocator buffers;
    private final Slots slots = new Slots(NAMED_AT_MOST);
    private final ScratchPool scratches = new ScratchPool();
    private final String start = UUID.randomUUID().toString();
    private final AtomicLong bodies = new AtomicLong();
    private final CacheMeters meters;

    /** @param executor for answers that take long to encode; must not run them on the thread that hands them over */
    @Inject
    public ResponseCache(
            Registry registry,
            ChangeLog log,
            EurekaCodec codec,
            EurekaServerConfig server,
            InstantSource clock,
            Executor executor,
            MeterRegistry meters) {
        // Outside the heap, so that sending copies nothing. Freed with the last reference, and should one ever be
        // lost, by the garbage collector: hence a cleaner for each buffer, which Netty would rather do without.
        this(registry, log, codec, server, clock, executor, meters, new UnpooledByteBufAllocator(true, true, false));
    }

    ResponseCache(
            Registry registry,
            ChangeLog log,
            EurekaCodec codec,
            EurekaServerConfig server,
            InstantSource clock,
            Executor executor,
            MeterRegistry meters,
            ByteBufAllocator buffers) {
        this.registry = registry;
        this.window = new DeltaWindow(registry, log, clock, server.retentionTimeInMSInDeltaQueue());
        this.codec = codec;
        this.clock = clock;
        this.executor = executor;
        this.buffers = buffers;
        this.meters = new CacheMeters(slots, meters);
    }

    /**
     * The answer to a fetch, of the registry as it is at this call or later. Mostly complete at once; what takes more than
     * some milliseconds is completed by another thread, on which then the stages run that depend on it.
     *
     * @param query what is asked for; an application's name in upper case
     * @param gzip  whether to compress it
     */
    public CompletionStage<EncodedResponse> get(FetchQuery query, WireFormat format, WireForm form, boolean gzip) {
        return get(new Slots.Key(query, format, form, gzip));
    }

    /** What changed of late, for answers that are not of this registry alone. */
    public RecentChanges recentChanges() {
        DeltaWindow.Delta delta = window.present();
        return new RecentChanges(delta.view(), delta.changed());
    }

    /** One pass that lets go of answers that nobody asked for in five minutes; returns how many. For a job to call. */
    public int dropUnasked() {
        int dropped = slots.dropUnasked(clock.millis() - KEPT_UNASKED.toMillis());
        if (dropped > 0 && !slots.has(FetchQuery.DELTA)) {
            window.forget();
        }
        return dropped;
    }

    private CompletionStage<EncodedResponse> get(Slots.Key key) {
        while (true) {
            RegistryView view = registry.view();
            Slot slot = slots.find(key);
            if (slot == null) {
                if (isUnknown(key.query())) {
                    return unknown(key);
                }
                slot = slots.findOrAdd(key, this::newSlot);
            }
            EncodedResponse present = slot.present(view, clock.millis());
            if (present != null) {
                return CompletableFuture.completedFuture(present);
            }
            CompletionStage<EncodedResponse> next = slot.next(view, () -> get(key));
            if (next != null) {
                return next;
            }
        }
    }

    private Slot newSlot(Slots.Key key) {
        Rendering as = new Rendering(codec, key.format(), key.form(), key.gzip());
        Supplier<Content> source = () -> Content.of(key.query(), registry, window);
        return new Slot(source, as, buffers, this::newEtag, scratches, executor, meters.encoding(key));
    }

    private String newEtag() {
        return '"' + start + '-' + bodies.incrementAndGet() + '"';
    }

    // Names that nobody has must not fill the cache, whoever makes them up.
    private boolean isUnknown(FetchQuery query) {
        return switch (query.kind()) {
            case ALL, DELTA -> false;
            case APPLICATION ->
                registry.view().applications().application(query.name()).isEmpty();
            case VIP ->
                query != NO_SUCH_VIP
                        && registry.applicationsWithVip(query.name(), false).isEmpty();
            case SECURE_VIP -> registry.applicationsWithVip(query.name(), true).isEmpty();
        };
    }

    private CompletionStage<EncodedResponse> unknown(Slots.Key key) {
        if (key.query().kind() == FetchQuery.Kind.APPLICATION) {
            return CompletableFuture.completedFuture(EncodedResponse.notFound());
        }
        return get(new Slots.Key(NO_SUCH_VIP, key.format(), key.form(), key.gzip()));
    }
}
