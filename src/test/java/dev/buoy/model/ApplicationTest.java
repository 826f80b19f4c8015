package dev.buoy.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.Instances;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ApplicationTest {
    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void holdsWhatASortedMapWouldHold(long seed) {
        Random random = new Random(seed);
        TreeMap<String, InstanceInfo> model = new TreeMap<>();
        Application application = Application.empty("ORDERS");
        for (int i = 0; i < 2_000; i++) {
            String id = "orders-" + random.nextInt(400);
            if (random.nextInt(5) < 3) {
                InstanceInfo instance =
                        Instances.instance("ORDERS", id).countryId(i).build();
                application = application.with(instance);
                model.put(id, instance);
            } else {
                application = application.without(id);
                model.remove(id);
            }
        }
        assertThat(application.instances()).containsExactlyElementsOf(model.values());
        assertThat(application.size()).isEqualTo(model.size());
        for (int i = 0; i < 400; i++) {
            assertThat(application.instance("orders-" + i).orElse(null)).isSameAs(model.get("orders-" + i));
        }
    }

    @Test
    void aChangeLeavesAllOtherSegmentsAsTheyWere() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(7));
        Application application = Application.empty("ORDERS");
        for (int i : order) {
            application = application.with(Instances.plain("ORDERS", "orders-" + i));
        }
        Application changed = application.with(
                Instances.instance("ORDERS", "orders-77").countryId(7).build());

        List<Application.Segment> kept = new ArrayList<>(changed.segments());
        kept.removeAll(application.segments());
        assertThat(kept).hasSize(1);
        assertThat(application.segments())
                .allSatisfy(segment -> assertThat(segment.size()).isBetween(1, Application.SEGMENT_SIZE));
        assertThat(application.segments().size()).isLessThan(10_000 * 2 / Application.SEGMENT_SIZE + 100);
    }

    @Test
    void siblingsShareTheirStrings() {
        InstanceInfo one = Instances.instance("ORDERS", "1")
                .vipAddress(new String("orders"))
                .build();
        InstanceInfo two = Instances.instance("ORDERS", "2")
                .vipAddress(new String("orders"))
                .metadata(Metadata.of("zone", "a"))
                .build();
        InstanceInfo shared = two.sharing(one);
        assertThat(shared).isEqualTo(two);
        assertThat(shared.vipAddress()).isSameAs(one.vipAddress());
    }
}
