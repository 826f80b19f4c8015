package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.dashboard.RenewalHistory.Minute;
import dev.buoy.testing.Instances;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenewalHistoryTest {
    private RegistryFixture fixture = new RegistryFixture();
    private RenewalHistory history = new RenewalHistory(fixture.registry, fixture.clock);

    private void pass(int minutes) {
        for (int i = 0; i < minutes; i++) {
            fixture.pass(Duration.ofMinutes(1));
            history.note();
        }
    }

    @Test
    void theMinutesOfTheLastHourAreKeptAndTheOneThatEndsNowIsAdded() {
        fixture.start("ORDERS", 10);
        pass(70);

        List<Minute> minutes = history.minutes();

        assertThat(minutes).hasSize(61);
        assertThat(minutes.get(60))
                .extracting(Minute::renewals, Minute::threshold)
                .containsExactly(20L, 17L);
        assertThat(Duration.between(minutes.get(0).end(), minutes.get(59).end()))
                .isEqualTo(Duration.ofMinutes(59));
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void ofEachInstanceItIsKnownInWhichMinutesItWasHeard(String doubled) {
        fixture = new RegistryFixture("buoy.lease.eureka-compatible-expiry", doubled);
        history = new RenewalHistory(fixture.registry, fixture.clock);
        fixture.start("ORDERS", 2);
        pass(2);
        fixture.stop("orders-1");
        pass(1);

        assertThat(fixture.registry.heardInMinutes("ORDERS", "orders-1")).containsExactly(true, true, false);
        assertThat(fixture.registry.heardInMinutes("ORDERS", "orders-2")).containsExactly(true, true, true);
        assertThat(fixture.registry.heardInMinutes("ORDERS", "nobody")).isEmpty();
    }

    @Test
    void aRegistrationGoesOnWithTheMinutesBeforeAndSixtyAreKept() {
        fixture.start("ORDERS", 1);
        pass(64);
        fixture.registry.register(Origin.CLIENT, Instances.plain("ORDERS", "orders-1"));
        pass(1);

        assertThat(fixture.registry.heardInMinutes("ORDERS", "orders-1"))
                .hasSize(60)
                .containsOnly(true);
    }
}
