package dev.buoy.cache;

import static dev.buoy.cache.FetchQuery.ALL;
import static dev.buoy.cache.FetchQuery.DELTA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResponseCacheTest {
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private final CacheFixture fixture = new CacheFixture(later::add);
    private final ResponseCache cache = fixture.cache;

    @Test
    void aRegistrationShowsAtOnceInEveryAnswer() {
        List<FetchQuery> queries = List.of(
                ALL, DELTA, FetchQuery.application("ORDERS"), FetchQuery.vip("orders"), FetchQuery.secureVip("orders"));
        register("ORDERS", "a");
        queries.forEach(
                query -> allRenderings(query).forEach(text -> assertThat(text).contains("host-a")));

        register("ORDERS", "b");

        queries.forEach(
                query -> allRenderings(query).forEach(text -> assertThat(text).contains("host-a", "host-b")));
    }

    @Test
    void anUnchangedRegistryIsAnsweredWithTheVerySameBytes() {
        register("ORDERS", "a");
        try (EncodedResponse one = fixture.response(ALL);
                EncodedResponse other = fixture.response(ALL)) {
            assertThat(other.etag()).isEqualTo(one.etag()).matches("\"[0-9a-f-]+\"");
            assertThat(other.length()).isEqualTo(one.length());
        }
    }

    @Test
    void everyContentHasAnEtagOfItsOwn() {
        register("ORDERS", "a");
        String before = etag(ALL);
        assertThat(Stream.of(before, etag(DELTA), etag(FetchQuery.application("ORDERS")), plainEtag()))
                .doesNotHaveDuplicates();

        register("ORDERS", "b");

        assertThat(etag(ALL)).isNotEqualTo(before);
    }

    @Test
    void whatAChangeDoesNotTouchKeepsItsEtag() {
        register("ORDERS", "a");
        String application = etag(FetchQuery.application("ORDERS"));
        String vip = etag(FetchQuery.vip("orders"));

        register("STOCK", "s");

        assertThat(etag(FetchQuery.application("ORDERS"))).isEqualTo(application);
        assertThat(etag(FetchQuery.vip("orders"))).isEqualTo(vip);
    }

    @Test
    void anApplicationIsNotFoundBeforeItsFirstInstanceAndAfterItsLast() {
        FetchQuery orders = FetchQuery.application("ORDERS");
        assertThat(fixture.response(orders).found()).isFalse();

        register("ORDERS", "a");
        assertThat(fixture.text(orders)).startsWith("{\"application\":{\"name\":\"ORDERS\",\"instance\":[{");

        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "a");
        EncodedResponse gone = fixture.response(orders);
        assertThat(gone.found()).isFalse();
        assertThat(gone.length()).isZero();
        assertThat(gone.content().readableBytes()).isZero();
        assertThat(fixture.bytesHeld()).isZero();
    }

    @Test
    void anUnknownVipIsAnEmptyAnswerWithTheVersionThatMeansNoDelta() {
        register("ORDERS", "a");

        assertThat(fixture.text(FetchQuery.vip("nobody")))
                .isEqualTo(
                        "{\"applications\":{\"versions__delta\":\"-1\",\"apps__hashcode\":\"\",\"application\":[]}}");
    }

    @Test
    void namesThatNobodyHasTakeNoMemory() {
        register("ORDERS", "a");
        fixture.text(FetchQuery.vip("nobody"));
        long held = fixture.bytesHeld();

        for (int i = 0; i < 5_000; i++) {
            fixture.text(FetchQuery.vip("nobody-" + i));
            fixture.text(FetchQuery.secureVip("nobody-" + i));
            fixture.response(FetchQuery.application("NOBODY-" + i));
        }

        assertThat(fixture.bytesHeld()).isEqualTo(held);
    }

    @Test
    void answersByNameAreBoundedInNumber() {
        for (int i = 0; i < 1_500; i++) {
            register("APP-" + i, "a");
        }
        fixture.text(FetchQuery.application("APP-0"));
        long one = fixture.bytesHeld();

        for (int i = 0; i < 1_500; i++) {
            fixture.text(FetchQuery.application("APP-" + i));
        }

        assertThat(fixture.bytesHeld()).isBetween(900 * one, 1_100 * one);
        assertThat(fixture.text(FetchQuery.application("APP-0"))).contains("APP-0");
    }

    @Test
    void answersThatNobodyAskedForInFiveMinutesAreLetGo() {
        register("ORDERS", "a");
        fixture.text(ALL);
        fixture.text(DELTA);
        fixture.text(FetchQuery.application("ORDERS"));
        fixture.clock.advance(Duration.ofMinutes(4));
        fixture.text(ALL);
        fixture.clock.advance(Duration.ofMinutes(2));

        assertThat(cache.dropUnasked()).isEqualTo(2);
        fixture.clock.advance(Duration.ofMinutes(6));
        assertThat(cache.dropUnasked()).isEqualTo(1);

        assertThat(fixture.bytesHeld()).isZero();
        assertThat(fixture.text(ALL)).contains("host-a");
    }

    @Test
    void aResponseOnItsWayIsNotDisturbedByChanges() {
        register("ORDERS", "a");
        EncodedResponse slow = fixture.response(ALL, false);
        ByteBuf content = slow.content();
        EncodedResponse notTakenYet = fixture.response(ALL, false);

        register("ORDERS", "b");
        fixture.text(ALL);
        Bodies.text(fixture.response(ALL, false));
        fixture.clock.advance(Duration.ofMinutes(6));
        cache.dropUnasked();

        assertThat(Bodies.text(content, false)).contains("host-a").doesNotContain("host-b");
        assertThat(Bodies.text(notTakenYet)).contains("host-a").doesNotContain("host-b");
        content.release();
        assertThat(fixture.bytesHeld()).isZero();
    }

    @Test
    void contentIsTakenOnceAndAClosedResponseHasNone() {
        register("ORDERS", "a");
        EncodedResponse taken = fixture.response(ALL);
        taken.content().release();
        taken.close();
        EncodedResponse closed = fixture.response(ALL);
        closed.close();
        closed.close();

        assertThatThrownBy(taken::content).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(closed::content).isInstanceOf(IllegalStateException.class);
        fixture.clock.advance(Duration.ofMinutes(6));
        cache.dropUnasked();
        assertThat(fixture.bytesHeld()).isZero();
    }

    @Test
    void whatTakesLongIsMadeOnceByTheExecutorForAllWhoWait() {
        registerMany(2_000);

        CompletableFuture<EncodedResponse> one = ask();
        CompletableFuture<EncodedResponse> other = ask();
        assertThat(one).isNotDone();
        assertThat(other).isNotDone();
        assertThat(later).hasSize(1);

        later.remove().run();
        assertThat(one.join().etag()).isEqualTo(other.join().etag());
    }

    @Test
    void whoWroteBeforeAskingSeesItEvenIfTheAnswerWasBegunEarlier() {
        registerMany(2_000);
        CompletableFuture<EncodedResponse> early = ask();
        Runnable begun = later.remove();
        CompletableFuture<EncodedResponse> late = new CompletableFuture<>();
        // Between the making of the body and its delivery someone writes, and asks.
        early.thenRun(() -> {
            register("ORDERS", "written-meanwhile");
            ask().thenAccept(late::complete);
        });

        begun.run();

        assertThat(Bodies.text(late.join())).contains("written-meanwhile");
        assertThat(Bodies.text(early.join())).doesNotContain("written-meanwhile");
    }

    @Test
    void aFewChangesAreEncodedByWhoeverAsks() {
        registerMany(2_000);
        CompletableFuture<EncodedResponse> first = ask();
        later.remove().run();
        first.join().close();

        register("APP-7", "one-more");

        assertThat(Bodies.text(ask().join())).contains("one-more");
        assertThat(later).isEmpty();
    }

    @Test
    void aRefusingExecutorFailsTheRequestAndNotTheNextOne() {
        registerMany(2_000);
        boolean[] refusing = {true};
        CacheFixture other = new CacheFixture(task -> {
            if (refusing[0]) {
                throw new java.util.concurrent.RejectedExecutionException("full");
            }
            task.run();
        });
        for (int i = 0; i < 2_000; i++) {
            other.registry.register(Origin.CLIENT, Instances.plain("APP-" + i % 100, "id-" + i));
        }

        assertThatThrownBy(() -> other.response(ALL)).hasRootCauseMessage("full");
        refusing[0] = false;
        assertThat(other.text(ALL)).contains("id-1999");
    }

    @Test
    void anOverrideChangesTheHashOfTheAnswerItIsIn() {
        register("ORDERS", "a");
        fixture.registry.overrideStatus(Origin.CLIENT, "ORDERS", "a", InstanceStatus.DOWN, Registry.NO_TIMESTAMP);

        for (FetchQuery query : List.of(ALL, DELTA, FetchQuery.vip("orders"))) {
            assertThat(JavaClientCopy.appsHashCode(fixture.text(query))).isEqualTo("DOWN_1_");
        }
    }

    private CompletableFuture<EncodedResponse> ask() {
        return cache.get(ALL, WireFormat.JSON, WireForm.FULL, true).toCompletableFuture();
    }

    private List<String> allRenderings(FetchQuery query) {
        List<String> texts = new ArrayList<>();
        for (WireFormat format : WireFormat.values()) {
            for (WireForm form : WireForm.values()) {
                for (boolean gzip : new boolean[] {true, false}) {
                    texts.add(Bodies.text(cache.get(query, format, form, gzip)
                            .toCompletableFuture()
                            .join()));
                }
            }
        }
        return texts;
    }

    private String etag(FetchQuery query) {
        try (EncodedResponse response = fixture.response(query)) {
            return response.etag();
        }
    }

    private String plainEtag() {
        try (EncodedResponse response = fixture.response(ALL, false)) {
            return response.etag();
        }
    }

    private void registerMany(int count) {
        for (int i = 0; i < count; i++) {
            register("APP-" + i % 100, "id-" + i);
        }
    }

    private void register(String app, String id) {
        fixture.registry.register(Origin.CLIENT, Instances.plain(app, id));
    }
}
