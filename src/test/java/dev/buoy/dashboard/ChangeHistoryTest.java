package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.ChangeKind;
import dev.buoy.changelog.Origin;
import dev.buoy.testing.Instances;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChangeHistoryTest {
    private final RegistryFixture fixture = new RegistryFixture("eureka.server.enable-self-preservation", "false");
    private final ChangeHistory history = new ChangeHistory(fixture.log);

    @Test
    void anEvictionSaysForHowLongItsInstanceHasBeenSilent() {
        fixture.start("ORDERS", 1);
        fixture.pass(Duration.ofSeconds(61));
        fixture.stop("orders-1");
        fixture.pass(Duration.ofMinutes(3));

        RecentChange eviction = history.removals().get(0);

        assertThat(eviction.kind()).isEqualTo(ChangeKind.EVICTED);
        assertThat(eviction.origin()).isEqualTo(Origin.EXPIRY);
        assertThat(eviction.reason()).isEqualTo("no renewal for 2 min; its lease lasts 1 min 30 s");
    }

    @Test
    void theNewestChangesAreKeptAndAFloodOfOneKindPushesOutNoOther() {
        fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", "first"));
        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "first");
        for (int i = 0; i < ChangeHistory.MOST + 5; i++) {
            fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", "orders-" + i));
            history.catchUp();
        }

        assertThat(history.registrations()).hasSize(ChangeHistory.MOST);
        assertThat(history.registrations().get(0).instanceId()).isEqualTo("orders-" + (ChangeHistory.MOST + 4));
        assertThat(history.removals()).extracting(RecentChange::instanceId).containsExactly("first");
        assertThat(history.all())
                .hasSize(ChangeHistory.MOST + 1)
                .isSortedAccordingTo((a, b) -> Long.compare(b.revision(), a.revision()));
    }

    @Test
    void changesOfOneInstanceAreFoundAgain() {
        fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", "a"));
        fixture.registry.register(Origin.PEER, Instances.plain("ORDERS", "b"));
        fixture.registry.cancel(Origin.CLIENT, "ORDERS", "a");

        assertThat(history.of(Instances.plain("ORDERS", "a").key()))
                .extracting(RecentChange::kind)
                .containsExactly(ChangeKind.CANCELLED, ChangeKind.REGISTERED);
    }
}
