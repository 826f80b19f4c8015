package dev.buoy.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.model.Application;
import dev.buoy.model.Applications;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.testing.Instances;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EncodedBlocksTest {
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true, true, false);
    private final Scratch scratch = new Scratch();

    static Stream<Arguments> renderingsAndSeeds() {
        return renderings().flatMap(as -> Stream.of(1L, 2L).map(seed -> Arguments.of(as, seed)));
    }

    static Stream<Rendering> renderings() {
        EurekaCodec codec = new EurekaCodec();
        return Stream.of(WireFormat.values())
                .flatMap(format -> Stream.of(WireForm.values())
                        .flatMap(form -> Stream.of(false, true).map(gzip -> new Rendering(codec, format, form, gzip))));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("renderingsAndSeeds")
    void keptBlocksJoinedEqualTheWholeEncodedAfresh(Rendering as, long seed) {
        EncodedBlocks blocks = new EncodedBlocks(as, buffers);
        RandomApplications registry = new RandomApplications(seed);
        for (int step = 0; step < 40; step++) {
            Applications now = registry.changed();
            Frame frame = frame(now);

            assertThat(body(blocks, frame, now)).isEqualTo(Bodies.encodedAfresh(as, frame, now));
        }
        blocks.release();
        assertThat(buffers.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("renderings")
    void theSameHoldsForASingleApplication(Rendering as) {
        EncodedBlocks blocks = new EncodedBlocks(as, buffers);
        Random random = new Random(7);
        Application application = Application.empty("ORDERS");
        for (int step = 0; step < 200; step++) {
            String id = "orders-" + random.nextInt(300);
            application = random.nextInt(4) > 0 || application.size() < 2
                    ? application.with(Instances.plain("ORDERS", id))
                    : application.without(id);
            Frame frame = Frame.ofApplication("ORDERS");

            assertThat(body(blocks, frame, List.of(application)))
                    .isEqualTo(Bodies.encodedAfresh(as, frame, List.of(application)));
        }
        blocks.release();
        assertThat(buffers.metric().usedDirectMemory()).isZero();
    }

    @Test
    void aChangeEncodesOneBlockAndTheOthersStayTheSame() {
        EncodedBlocks blocks = json();
        Applications before = applications(500, 20);
        List<Block> planBefore = join(blocks, before);

        Applications after = before.with(Instances.plain("APP-0250", "app-0250-7"));
        List<Block> planAfter = blocks.plan(frame(after), after);

        Set<Block> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(planBefore);
        kept.retainAll(planAfter);
        assertThat(planAfter)
                .hasSameSizeAs(planBefore)
                .filteredOn(block -> !block.isEncoded())
                .hasSize(1);
        assertThat(kept).hasSize(planBefore.size() - 1);
    }

    @Test
    void aChangeInAGiantApplicationEncodesOneBlock() {
        EncodedBlocks blocks = json();
        Applications before = applications(1, 10_000);
        join(blocks, before);

        Applications after = before.with(Instances.plain("APP-0000", "app-0000-777"));

        assertThat(blocks.plan(frame(after), after))
                .filteredOn(block -> !block.isEncoded())
                .hasSize(1);
    }

    @Test
    void scatteredChangesEncodeOneBlockEach() {
        EncodedBlocks blocks = json();
        List<Application> all = new ArrayList<>(applications(200, 20));
        Application giant = Application.empty("GIANT");
        for (int i = 1000; i < 3000; i++) {
            giant = giant.with(Instances.plain("GIANT", "giant-" + i));
        }
        all.add(giant);
        Applications now = Applications.of(all);
        join(blocks, now);

        for (int i = 1000; i < 3000; i += 500) {
            now = now.with(Instances.plain("GIANT", "giant-" + i));
        }
        for (String app : List.of("APP-0020", "APP-0060", "APP-0100", "APP-0140")) {
            now = now.with(Instances.plain(app, "app-7"));
        }

        assertThat(blocks.plan(frame(now), now))
                .filteredOn(block -> !block.isEncoded())
                .hasSize(8);
    }

    @Test
    void blocksStayNearTheirSizeWhateverIsAddedAndRemoved() {
        EncodedBlocks blocks = json();
        Applications now = Applications.NONE;
        Random random = new Random(3);
        for (int step = 0; step < 3_000; step++) {
            String app = "APP-" + random.nextInt(400);
            String id = "id-" + random.nextInt(6);
            now = random.nextInt(5) < 3 ? now.with(Instances.plain(app, id)) : now.without(new InstanceKey(app, id));
            if (step % 10 == 0) {
                join(blocks, now);
            }
        }
        int instances = now.counts().total();

        assertThat(blocks.plan(frame(now), now).size())
                .isBetween(instances / (2 * BlockPlan.TARGET), 1 + 3 * instances / BlockPlan.TARGET);
    }

    @Test
    void aBodyOutlivesTheBlocksItWasMadeOf() {
        EncodedBlocks blocks = json();
        Applications before = applications(100, 20);
        ByteBuf body = blocks.join(frame(before), blocks.plan(frame(before), before), scratch);
        String text = Bodies.text(body, true);

        Applications after = applications(3, 7);
        join(blocks, after);
        blocks.release();

        assertThat(Bodies.text(body, true)).isEqualTo(text);
        body.release();
        assertThat(buffers.metric().usedDirectMemory()).isZero();
    }

    @Test
    void aListingMadeAnewOfTheSameInstancesIsRecognised() {
        EncodedBlocks blocks = json();
        Applications before = applications(50, 60);
        List<Block> plan = join(blocks, before);

        List<Application> again = new ArrayList<>();
        before.forEach(application -> again.add(Application.listing(application.name(), application.instances())));
        List<Application> relisted = new ArrayList<>();
        again.forEach(application -> relisted.add(Application.listing(application.name(), application.instances())));
        join(blocks, Applications.of(again));

        assertThat(plan).isNotEmpty();
        assertThat(blocks.has(blocks.plan(frame(before), Applications.of(relisted))))
                .isTrue();
    }

    @Test
    void aFailureLeavesNothingBehindAndTheNextAnswerIsRight() {
        EncodedBlocks blocks = json();
        Applications before = applications(100, 20);
        join(blocks, before);
        InstanceInfo broken = Instances.instance("APP-0050", "broken").build();
        Application unwritable = Application.listing(null, List.of(broken));
        List<Application> bad = new ArrayList<>(before.subList(0, 60));
        bad.set(59, unwritable);

        assertThatThrownBy(() -> blocks.join(frame(before), List.of(new WholeApplications(bad, true)), scratch))
                .isInstanceOf(NullPointerException.class);

        assertThat(buffers.metric().usedDirectMemory()).isZero();
        assertThat(body(blocks, frame(before), before))
                .isEqualTo(Bodies.encodedAfresh(renderings().toList().get(1), frame(before), before));
    }

    private EncodedBlocks json() {
        return new EncodedBlocks(new Rendering(new EurekaCodec(), WireFormat.JSON, WireForm.FULL, true), buffers);
    }

    private List<Block> join(EncodedBlocks blocks, Applications applications) {
        List<Block> plan = blocks.plan(frame(applications), applications);
        blocks.join(frame(applications), plan, scratch).release();
        return plan;
    }

    private String body(EncodedBlocks blocks, Frame frame, List<Application> applications) {
        ByteBuf body = blocks.join(frame, blocks.plan(frame, applications), scratch);
        try {
            return Bodies.text(body, blocks.rendering().gzip());
        } finally {
            body.release();
        }
    }

    private static Frame frame(Applications applications) {
        return Frame.ofDocument(1, applications.counts().appsHashCode(), applications.isEmpty());
    }

    private static Applications applications(int count, int size) {
        List<Application> applications = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "APP-%04d".formatted(i);
            Application application = Application.empty(name);
            for (int j = 0; j < size; j++) {
                application = application.with(Instances.plain(name, name.toLowerCase(Locale.ROOT) + "-" + j));
            }
            applications.add(application);
        }
        return Applications.of(applications);
    }

    /** Applications of all sizes that grow, shrink, come and go. */
    private static final class RandomApplications {
        private final Random random;
        private Applications now = Applications.NONE;

        RandomApplications(long seed) {
            random = new Random(seed);
        }

        Applications changed() {
            int changes = random.nextInt(5) == 0 ? 300 : 1 + random.nextInt(8);
            IntStream.range(0, changes).forEach(i -> change());
            return now;
        }

        private void change() {
            int which = random.nextInt(20);
            String app = "APP-" + which;
            String id = "id-" + random.nextInt(which % 5 == 0 ? 300 : 1 + 4 * which);
            now = switch (random.nextInt(10)) {
                case 0, 1, 2, 3, 4, 5 -> now.with(Instances.plain(app, id));
                case 6 -> random.nextInt(10) == 0 ? now.without(new InstanceKey(app, id)) : without(app);
                default -> now.without(new InstanceKey(app, id));
            };
        }

        private Applications without(String app) {
            Applications left = now;
            for (InstanceInfo instance :
                    now.application(app).map(Application::instances).orElse(List.of())) {
                left = left.without(instance.key());
            }
            return left;
        }
    }
}
