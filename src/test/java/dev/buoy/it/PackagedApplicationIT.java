package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packaged application starts with nothing else, serves an instance's whole life, and says in its log what it is. */
class PackagedApplicationIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static BuoyProcess buoy;
    private static EurekaHttp eureka;

    @BeforeAll
    static void start() {
        buoy = BuoyProcess.start();
        eureka = new EurekaHttp(buoy.base());
    }

    @AfterAll
    static void stop() {
        buoy.close();
    }

    @Test
    void instanceIsServedFromItsRegistrationToItsCancellation() throws IOException {
        assertThat(eureka.register("LIFE", "life-1", "UP").statusCode()).isEqualTo(204);

        JsonNode instance = json(eureka.get("apps/LIFE/life-1")).path("instance");
        assertThat(instance.path("status").asText()).isEqualTo("UP");
        assertThat(json(eureka.get("apps")).findValuesAsText("instanceId")).contains("life-1");
        assertThat(json(eureka.get("apps/delta")).findValuesAsText("instanceId"))
                .contains("life-1");

        assertThat(eureka.renew("LIFE", "life-1").statusCode()).isEqualTo(200);

        assertThat(eureka.cancel("LIFE", "life-1").statusCode()).isEqualTo(200);
        assertThat(eureka.get("apps/LIFE/life-1").statusCode()).isEqualTo(404);
        assertThat(json(eureka.get("apps")).findValuesAsText("instanceId")).doesNotContain("life-1");
    }

    @Test
    void heartbeatOfAnUnknownInstanceIsAnswered404WithoutABody() {
        HttpResponse<byte[]> answer = eureka.renew("NOBODY", "nobody-1");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void bothBasePathsAnswerTheSame() {
        assertThat(eureka.register("PATHS", "paths-1", "UP").statusCode()).isEqualTo(204);

        HttpResponse<byte[]> netflix = eureka.get("v2/apps/PATHS");
        assertThat(netflix.statusCode()).isEqualTo(200);
        assertThat(netflix.body()).isEqualTo(eureka.get("apps/PATHS").body());
    }

    @Test
    void healthAndMetricsHaveAPortOfTheirOwn() {
        var management = new EurekaHttp(buoy.management());

        assertThat(management.get("q/health").statusCode()).isEqualTo(200);
        assertThat(management
                        .send("GET", "q/metrics", BodyPublishers.noBody(), "Accept", "text/plain")
                        .statusCode())
                .isEqualTo(200);
        assertThat(new EurekaHttp(URI.create("http://127.0.0.1:" + buoy.port() + "/"))
                        .get("q/health")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void startUpLogNamesVersionPortAndBasePath() {
        assertThat(buoy.log())
                .containsPattern("(?i)buoy \\d+\\.\\d+")
                .contains(Integer.toString(buoy.port()), Integer.toString(buoy.managementPort()), "/eureka")
                .doesNotContain(" ERROR ", "Exception");
    }

    @Test
    void stopsCleanlyWhenAsked() {
        try (var shortLived = BuoyProcess.start()) {
            shortLived.stop();

            assertThat(shortLived.isAlive()).isFalse();
            assertThat(shortLived.log()).doesNotContain(" ERROR ", "Exception");
        }
    }

    @Test
    void settingThatIsOutOfRangeStopsTheStartAndIsNamed() {
        assertThatThrownBy(() -> BuoyProcess.start("eureka.server.renewal-percent-threshold=1.5"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended with status")
                .hasMessageContaining("renewal");
    }

    private static JsonNode json(HttpResponse<byte[]> answer) throws IOException {
        assertThat(answer.statusCode()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }
}
