package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What probes and log collectors see of the packaged application, from its start to its end. */
class ProbesAndLogIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration CEILING = Duration.ofMinutes(2);

    @Test
    void probesSayWhyAndFailFirstWhenTheServerEnds() throws IOException {
        try (var buoy = BuoyProcess.start(
                "quarkus.shutdown.delay=20s", "management.endpoint.health.show-details=always", "buoy.log.json=true")) {
            var management = new EurekaHttp(buoy.management());
            var eureka = new EurekaHttp(buoy.base());
            assertThat(eureka.register("PROBED", "probed-1", "UP").statusCode()).isEqualTo(204);
            assertThat(eureka.get("apps").statusCode()).isEqualTo(200);

            assertThat(check(management, "q/health/live", "process")
                            .at("/data/deadlockedThreads")
                            .asInt())
                    .isZero();
            assertThat(check(management, "q/health/live", "process")
                            .at("/data/secondsSinceLastJob")
                            .isNumber())
                    .isTrue();
            assertThat(check(management, "q/health/started", "start")
                            .at("/data/since")
                            .asText())
                    .matches("\\d{4}-.*Z");
            assertThat(check(management, "q/health/ready", "registry")
                            .at("/data/state")
                            .asText())
                    .isEqualTo("serving");
            for (String probe : List.of("liveness", "readiness", "startup")) {
                HttpResponse<byte[]> answer = management.get("actuator/health/" + probe);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(JSON.readTree(answer.body()).path("status").asText()).isEqualTo("UP");
            }
            assertThat(JSON.readTree(management.get("actuator/health/readiness").body())
                            .at("/components/registry/details/instances")
                            .asInt())
                    .isEqualTo(1);

            ProcessHandle.of(buoy.pid()).orElseThrow().destroy();

            await().atMost(CEILING).untilAsserted(() -> {
                HttpResponse<byte[]> readiness = management.get("actuator/health/readiness");
                assertThat(readiness.statusCode()).isEqualTo(503);
                assertThat(JSON.readTree(readiness.body())
                                .at("/components/registry/details/state")
                                .asText())
                        .isEqualTo("draining");
            });
            assertThat(eureka.get("apps").statusCode())
                    .as("clients are served meanwhile")
                    .isEqualTo(200);
            assertThat(management.get("actuator/health/liveness").statusCode()).isEqualTo(200);
            buoy.kill();
            everyLineIsAnEventWithKeys(buoy.log());
        }
    }

    private static void everyLineIsAnEventWithKeys(String log) {
        assertThat(log.lines().toList()).isNotEmpty().allSatisfy(line -> {
            JsonNode event = JSON.readTree(line);
            for (String key : List.of("timestamp", "level", "loggerName", "threadName", "message")) {
                assertThat(event.path(key).asText()).as(key).isNotEmpty();
            }
        });
        assertThat(log).as("no request is logged").doesNotContain("/eureka/apps", "PROBED");
    }

    @Test
    void logIsForPeopleAndTellsOfRequestsOnlyIfThatIsAskedFor() {
        try (var buoy = BuoyProcess.start("quarkus.http.access-log.enabled=true")) {
            assertThat(new EurekaHttp(buoy.base())
                            .register("LOGGED", "logged-1", "UP")
                            .statusCode())
                    .isEqualTo(204);

            await().atMost(CEILING).until(() -> buoy.log().contains("POST /eureka/apps/LOGGED"));
            assertThat(buoy.log()).containsPattern("(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d+ INFO ");
        }
    }

    private static JsonNode check(EurekaHttp management, String path, String name) {
        try {
            for (JsonNode check : JSON.readTree(management.get(path).body()).path("checks")) {
                if (check.path("name").asText().equals(name)) {
                    return check;
                }
            }
            throw new AssertionError(path + " has no check " + name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
