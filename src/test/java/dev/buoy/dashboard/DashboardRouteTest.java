package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class DashboardRouteTest {
    @Inject
    PagesServer.Parts parts;

    @Test
    void thereIsNoPageWhenItIsSwitchedOff() {
        assertThat(parts.router(false, "/").getRoutes()).isEmpty();
    }

    @Test
    void pagesMayBeElsewhere() {
        try (PagesServer server = PagesServer.at(parts, "/ops/eureka")) {
            assertThat(server.get("/ops/eureka").body()).contains("href=\"eureka/applications\"");
            assertThat(server.get("/ops/eureka/").body()).contains("href=\"applications\"");
            assertThat(server.get("/ops/eureka/lastn").body()).contains("href=\"applications\"");
            assertThat(server.get("/").statusCode()).isEqualTo(404);
            assertThat(server.get("/lastn").statusCode()).isEqualTo(404);
            assertThat(server.get("/ops/eurekas").statusCode()).isEqualTo(404);
        }
    }
}
