package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BannerTest {
    @Test
    void monitorsThatLookForTheEmergencyFindIt() {
        var fixture = new RegistryFixture();
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(2));
        for (int i = 1; i <= 10; i++) {
            fixture.stop("orders-" + i);
        }
        fixture.pass(Duration.ofMinutes(2));

        assertThat(Banner.of(fixture.registry.selfPreservation().assess()))
                .startsWith("EMERGENCY! EUREKA MAY BE INCORRECTLY CLAIMING INSTANCES ARE UP WHEN THEY'RE NOT.");
    }

    @Test
    void thereIsNoBannerWhileAllIsWell() {
        var fixture = new RegistryFixture();
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(2));

        assertThat(Banner.of(fixture.registry.selfPreservation().assess())).isEmpty();
    }

    @Test
    void protectionThatIsSwitchedOffIsSaid() {
        var fixture = new RegistryFixture("eureka.server.enable-self-preservation", "false");
        fixture.start("ORDERS", 20);
        fixture.pass(Duration.ofMinutes(2));

        assertThat(Banner.of(fixture.registry.selfPreservation().assess()))
                .startsWith("THE SELF PRESERVATION MODE IS TURNED OFF");
    }
}
