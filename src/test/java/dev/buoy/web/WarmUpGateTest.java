package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.config.EurekaInstanceRegistryConfig;
import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** P-161, contract §6.6. */
class WarmUpGateTest {
    private final ManualClock clock = new ManualClock();

    private WarmUpGate gate(int openForTrafficCount) {
        return new WarmUpGate(
                Settings.server("eureka.server.wait-time-in-ms-when-sync-empty", "10000"),
                Settings.of(
                        EurekaInstanceRegistryConfig.class,
                        "eureka.instance.registry.default-open-for-traffic-count",
                        Integer.toString(openForTrafficCount)),
                clock);
    }

    @Test
    void isOpenFromTheStartUnlessToldOtherwise() {
        assertThat(gate(1).isOpen()).isTrue();
    }

    @Test
    void opensWhenTheWaitIsOver() {
        WarmUpGate gate = gate(0);

        assertThat(gate.isOpen()).isFalse();
        clock.advance(Duration.ofMillis(9_999));
        assertThat(gate.isOpen()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(gate.isOpen()).isTrue();
    }
}
