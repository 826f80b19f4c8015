package dev.buoy.cache;

import dev.buoy.registry.RegistryView;
import io.micrometer.core.instrument.Timer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * One answer in one rendering, with the body that was last true. Many readers; one of those that find the body outdated
 * makes the next, for all.
 *
 * <p>Invariants: {@link #blocks} are touched only by the thread that makes a body, of which there is one while
 * {@link #making} is set; {@link #kept} holds one reference to its body and is replaced before that is released.
 * {@link #making} and {@link #closed} are guarded by this object's monitor, under which nothing is called out to.
 */
final class Slot {
    /** Up to so many blocks are encoded by the thread that asks, some milliseconds of work; more by the executor. */
    private static final int FEW = 8;

    private final Supplier<Content> source;
    private final EncodedBlocks blocks;
    private final boolean gzip;
    private final Supplier<String> etags;
    private final ScratchPool scratches;
    private final Executor executor;
    private final Timer encoding;

    private volatile Kept kept;
    private volatile long lastAsked;
    private CompletableFuture<Kept> making;
    private boolean closed;

    /** A body, and until when it is true; null if what was asked for is not listed. */
    private record Kept(RegistryView view, long validUntil, Frame frame, EncodedBody body) {
        boolean isTrue(RegistryView present, long now) {
            return view == present && now <= validUntil;
        }
    }

    Slot(
            Supplier<Content> source,
            Rendering as,
            ByteBufAllocator buffers,
            Supplier<String> etags,
            ScratchPool scratches,
            Executor executor,
            Timer encoding) {
        this.source = source;
        this.blocks = new EncodedBlocks(as, buffers);
        this.gzip = as.gzip();
        this.etags = etags;
        this.scratches = scratches;
        this.executor = executor;
        this.encoding = encoding;
    }

    /** Length of the body that is kept; 0 without one. */
    long bytes() {
        Kept last = kept;
        return last == null || last.body() == null ? 0 : last.body().bytes().readableBytes();
    }

    /** When it was last asked, give or take a second; epoch milliseconds. */
    long lastAsked() {
        return lastAsked;
    }

    /** The answer if it is still true; otherwise null. */
    EncodedResponse present(RegistryView view, long now) {
        if (now - lastAsked > 1000) {
            lastAsked = now; // not each time: a write that all readers share is dear
        }
        Kept seen = kept;
        return seen != null && seen.isTrue(view, now) ? take(seen) : null;
    }

    /**
     * An answer at least as new as a view, made by whoever came first.
     *
     * @param again asks anew, for when the answer has come too late or is gone
     * @return null if the slot is no longer in use
     */
    CompletionStage<EncodedResponse> next(RegistryView wanted, Supplier<CompletionStage<EncodedResponse>> again) {
        CompletableFuture<Kept> mine = new CompletableFuture<>();
        CompletableFuture<Kept> others;
        synchronized (this) {
            if (closed) {
                return null;
            }
            others = making;
            if (others == null) {
                making = mine;
            }
        }
        if (others == null) {
            make(mine);
        }
        return (others == null ? mine : others).thenCompose(made -> {
            boolean newEnough = made.view().revision() >= wanted.revision();
            EncodedResponse response = newEnough ? take(made) : null;
            return response == null ? again.get() : CompletableFuture.completedFuture(response);
        });
    }

    /** Lets go of the body. Responses on their way keep what they need. */
    void close() {
        boolean idle;
        synchronized (this) {
            closed = true;
            idle = making == null;
        }
        if (idle) {
            release();
        }
    }

    private static EncodedResponse take(Kept kept) {
        if (kept.body() == null) {
            return EncodedResponse.notFound();
        }
        return kept.body().tryRetain() ? EncodedResponse.of(kept.body()) : null;
    }

    private void make(CompletableFuture<Kept> result) {
        try {
            Content content = source.get();
            List<Block> plan = blocks.plan(content.frame(), content.applications());
            if (isQuick(plan)) {
                finish(result, keep(content, plan), null);
            } else {
                executor.execute(() -> makeLater(result));
            }
        } catch (RuntimeException | Error e) {
            finish(result, null, e);
        }
    }

    private void makeLater(CompletableFuture<Kept> result) {
        try {
            Content content = source.get();
            finish(result, keep(content, blocks.plan(content.frame(), content.applications())), null);
        } catch (RuntimeException | Error e) {
            finish(result, null, e);
        }
    }

    private static boolean isQuick(List<Block> plan) {
        int missing = 0;
        for (Block block : plan) {
            if (!block.isEncoded() && ++missing > FEW) {
                return false;
            }
        }
        return true;
    }

    private Kept keep(Content content, List<Block> plan) {
        Kept before = kept;
        EncodedBody old = before == null ? null : before.body();
        EncodedBody body;
        if (content.isMissing()) {
            body = null;
            blocks.release();
        } else if (old != null && before.frame().equals(content.frame()) && blocks.has(plan)) {
            body = old;
        } else {
            body = new EncodedBody(encoding.record(() -> join(content, plan)), etags.get(), gzip);
        }
        Kept now = new Kept(content.view(), content.validUntil(), content.frame(), body);
        kept = now;
        if (old != null && old != body) {
            old.release();
        }
        return now;
    }

    private ByteBuf join(Content content, List<Block> plan) {
        Scratch scratch = scratches.take();
        try {
            return blocks.join(content.frame(), plan, scratch);
        } finally {
            scratches.giveBack(scratch);
        }
    }

    private void finish(CompletableFuture<Kept> result, Kept made, Throwable failure) {
        boolean over;
        synchronized (this) {
            making = null;
            over = closed;
        }
        if (made != null) {
            result.complete(made);
        } else {
            result.completeExceptionally(failure);
        }
        if (over) {
            release();
        }
    }

    private void release() {
        Kept last = kept;
        kept = null;
        if (last != null && last.body() != null) {
            last.body().release();
        }
        blocks.release();
    }
}
