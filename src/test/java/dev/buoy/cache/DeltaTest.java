package dev.buoy.cache;

import static dev.buoy.cache.FetchQuery.ALL;
import static dev.buoy.cache.FetchQuery.DELTA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaTest {
    private final CacheFixture fixture = new CacheFixture();

    @Test
    void eachInstanceIsThereOnceInItsLatestState() {
        register("ORDERS", "a");
        register("ORDERS", "b");
        fixture.registry.overrideStatus(
                Origin.CLIENT, "ORDERS", "a", InstanceStatus.OUT_OF_SERVICE, Registry.NO_TIMESTAMP);
        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "b");
        register("ORDERS", "b");

        assertThat(delta()).containsExactly("a MODIFIED OUT_OF_SERVICE", "b ADDED UP");
    }

    @Test
    void removedInstancesComeLastWithinTheirApplicationAndSayWhenTheyWent() {
        register("ORDERS", "a");
        register("ORDERS", "z");
        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "a");
        register("STOCK", "s");

        assertThat(delta()).containsExactly("z ADDED UP", "a DELETED UP", "s ADDED UP");
        JsonNode gone = JavaClientCopy.applications(fixture.text(DELTA))
                .get(0)
                .get("instance")
                .get(1);
        assertThat(gone.get("leaseInfo").get("evictionTimestamp").asLong()).isEqualTo(fixture.clock.millis());
    }

    @Test
    void aChangeStaysForTheRetentionTimeAndNotAMillisecondLonger() {
        register("ORDERS", "a");
        assertThat(delta()).hasSize(1);

        fixture.clock.advance(Duration.ofSeconds(180));
        assertThat(delta()).hasSize(1);

        fixture.clock.advance(Duration.ofMillis(1));
        assertThat(delta()).isEmpty();
    }

    @Test
    void theHashIsThatOfTheWholeRegistryAndTheVersionNeverMeansNoDelta() {
        register("ORDERS", "a");
        fixture.clock.advance(Duration.ofMinutes(4));
        register("STOCK", "s");

        String delta = fixture.text(DELTA);
        assertThat(JavaClientCopy.appsHashCode(delta)).isEqualTo("UP_2_");
        assertThat(JavaClientCopy.versionsDelta(delta)).isEqualTo(2);
    }

    @Test
    void oneWhoAsksForTheFirstTimeSeesTheChangesOfTheLastThreeMinutes() {
        register("ORDERS", "old");
        fixture.clock.advance(Duration.ofSeconds(181));
        register("ORDERS", "new");

        assertThat(delta()).containsExactly("new ADDED UP");
    }

    @Test
    void oneWhoWasAwayForLongerThanTheLogKeepsEntriesSeesTheLastThreeMinutesToo() {
        register("ORDERS", "first");
        delta();
        for (int i = 0; i < 300; i++) {
            register("ORDERS", "middle-" + i);
        }
        fixture.clock.advance(Duration.ofMinutes(4));
        register("ORDERS", "last");

        assertThat(fixture.log.after(1).compacted()).isTrue();
        assertThat(delta()).containsExactly("last ADDED UP");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void anOldCopyWithTheDeltaAppliedIsTheRegistry(long seed) {
        Random random = new Random(seed);
        RandomSteps steps = new RandomSteps(seed, fixture.registry, "APP-");
        steps.take(random.nextInt(200));
        JavaClientCopy client = new JavaClientCopy();
        client.replaceBy(fixture.text(ALL));
        for (int poll = 0; poll < 40; poll++) {
            for (long left = random.nextInt(180_000); left > 0; ) {
                steps.take(random.nextInt(4));
                long pause = Math.min(left, random.nextInt(30_000));
                fixture.clock.advance(Duration.ofMillis(pause));
                left -= Math.max(1, pause);
                if (random.nextInt(3) == 0) {
                    fixture.text(DELTA); // others ask at other times
                }
            }
            String delta = fixture.text(DELTA);
            JavaClientCopy truth = new JavaClientCopy();
            truth.replaceBy(fixture.text(ALL));

            client.apply(delta);

            assertThat(client.hashCodeOfHeld()).isEqualTo(JavaClientCopy.appsHashCode(delta));
            assertThat(client.held()).isEqualTo(truth.held());
            client.apply(delta);
            assertThat(client.held()).isEqualTo(truth.held());
        }
    }

    private void register(String app, String id) {
        fixture.registry.register(Origin.CLIENT, Instances.plain(app, id));
    }

    private List<String> delta() {
        List<String> lines = new ArrayList<>();
        for (JsonNode application : JavaClientCopy.applications(fixture.text(DELTA))) {
            for (JsonNode instance : application.get("instance")) {
                lines.add(instance.get("instanceId").asText() + " "
                        + instance.get("actionType").asText() + " "
                        + instance.get("status").asText());
            }
        }
        return lines;
    }
}
