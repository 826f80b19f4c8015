package dev.buoy.web;

import static dev.buoy.changelog.Origin.CLIENT;
import static dev.buoy.testing.Instances.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SelfPreservationReportTest {
    private final RegistryFixture fixture = new RegistryFixture();

    @Test
    void missingLeasesAreListedByApplicationAsProtected() {
        for (int i = 0; i < 6; i++) {
            fixture.registry.register(CLIENT, plain(i < 4 ? "ORDERS" : "STOCK", "i-" + i));
        }
        fixture.clock.advance(Duration.ofMinutes(10));

        SelfPreservationReport report = SelfPreservationReport.of(fixture.registry.selfPreservation());

        assertThat(report.active()).isTrue();
        assertThat(report.expiryAllowed()).isFalse();
        assertThat(report.activeSince()).isEqualTo(fixture.clock.instant().toString());
        assertThat(report.overdueLeases()).isEqualTo(6);
        assertThat(report.protectedLeases()).isEqualTo(6);
        assertThat(report.applications())
                .extracting(SelfPreservationReport.OverdueApplication::name)
                .containsExactly("ORDERS", "STOCK");
        assertThat(report.applications().get(0).overdue())
                .hasSize(4)
                .allMatch(SelfPreservationReport.Overdue::isProtected);
        assertThat(report.explanation()).contains("not above the threshold of 10 (12 expected)");
    }

    @Test
    void longListsAreCutShortButCountedWhole() {
        for (int i = 0; i < 150; i++) {
            fixture.registry.register(CLIENT, plain("ORDERS", "i-" + i));
        }
        fixture.clock.advance(Duration.ofMinutes(10));

        var orders = SelfPreservationReport.of(fixture.registry.selfPreservation())
                .applications()
                .get(0);

        assertThat(orders.overdueLeases()).isEqualTo(150);
        assertThat(orders.overdue()).hasSize(100);
    }
}
