package dev.buoy.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers have the statuses, media types and fields that a real Spring Boot application's have. */
@QuarkusTest
@TestProfile(ActuatorTest.Everything.class)
class ActuatorTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNode RECORDED = recorded();

    /** What Spring tells and has no meaning or is not known here; and lists that are empty in the recording. */
    private static final Map<String, Set<String>> ABSENT = Map.of(
            "env", Set.of("defaultProfiles", "propertySources[].properties.*.origin"),
            "env-one", Set.of("defaultProfiles"),
            "beans",
                    Set.of(
                            "contexts.*.beans.*.dependencies",
                            "contexts.*.beans.*.resource",
                            "contexts.*.beans.*.aliases[]"),
            "loggers", Set.of("groups.*"),
            "mappings", Set.of("contexts.*.mappings.servlet", "contexts.*.mappings.dispatcherServlets.*[].details"),
            "threaddump", Set.of("threads[].lock", "threads[].stackTrace[]."));

    /** What may be here and was not in the recording: no timer ran there, no build was known, nobody held a lock. */
    private static final Set<String> MORE = Set.of(
            "info:build",
            "env:activeProfiles[]",
            "env-one:activeProfiles[]",
            "scheduledtasks:fixedRate[]",
            "threaddump:threads[].lock",
            "threaddump:threads[].stackTrace[].");

    @TestHTTPResource(value = "/", management = true)
    URI management;

    @TestHTTPResource("/")
    URI clients;

    private final HttpClient http = HttpClient.newHttpClient();

    /** All endpoints, and the switch that ends the server stays off. */
    public static final class Everything implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "quarkus.scheduler.enabled", "true",
                    "management.endpoints.web.exposure.include", "*",
                    "management.endpoint.env.show-values", "always",
                    "management.endpoint.configprops.show-values", "always",
                    "some.password", "guess me",
                    "some.url", "http://user:guess@example.org/",
                    "some.name", "shown");
        }
    }

    private static JsonNode recorded() {
        try (var in = ActuatorTest.class.getResourceAsStream("/actuator/spring-boot-4.json")) {
            return MAPPER.readTree(in).path("answers");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Stream<String> compared() {
        Set<String> elsewhere = Set.of("shutdown", "shutdown-get", "logger-set", "logger-bad", "logger-after");
        return RECORDED.properties().stream().map(Map.Entry::getKey).filter(name -> !elsewhere.contains(name));
    }

    @ParameterizedTest
    @MethodSource("compared")
    void answerHasTheShapeOfSprings(String name) throws Exception {
        JsonNode spring = RECORDED.path(name);
        HttpResponse<String> ours = get(spring.path("path").asText().replace("com.netflix", "dev.buoy"));

        assertThat(ours.statusCode()).isEqualTo(spring.path("status").asInt());
        if (spring.path("type").isTextual()) {
            assertThat(mediaType(ours))
                    .isEqualToIgnoringCase(plain(spring.path("type").asText()));
        }
        if (spring.has("fields")) {
            compareFields(name, spring.path("fields"), Shape.of(MAPPER.readTree(ours.body())));
        }
    }

    private static void compareFields(String name, JsonNode spring, Map<String, Set<String>> ours) {
        Set<String> absent = ABSENT.getOrDefault(name, Set.of());
        Map<String, Set<String>> known = new TreeMap<>();
        spring.properties().forEach(field -> {
            Set<String> types = new TreeSet<>();
            field.getValue().forEach(type -> types.add(type.asText()));
            known.put(field.getKey(), types);
        });
        ours.forEach((path, types) -> {
            if (MORE.stream().noneMatch(more -> (name + ":" + path).startsWith(more))) {
                assertThat(known).as("Spring has no such field").containsKey(path);
                assertThat(types).as(path).isSubsetOf(known.get(path));
            }
        });
        known.keySet().removeIf(path -> absent.stream().anyMatch(path::startsWith));
        assertThat(ours.keySet()).as("fields of Spring's").containsAll(known.keySet());
    }

    @Test
    void levelsOfLoggersChangeAtRunTime() throws Exception {
        assertThat(post("/actuator/loggers/dev.buoy.some", "{\"configuredLevel\": \"DEBUG\"}")
                        .statusCode())
                .isEqualTo(204);
        JsonNode after = json("/actuator/loggers/dev.buoy.some");
        assertThat(after.path("configuredLevel").asText()).isEqualTo("DEBUG");
        assertThat(after.path("effectiveLevel").asText()).isEqualTo("DEBUG");

        assertThat(post("/actuator/loggers/dev.buoy.some", "{}").statusCode()).isEqualTo(204);
        assertThat(json("/actuator/loggers/dev.buoy.some").has("configuredLevel"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"configuredLevel\": \"LOUD\"}", "no json"})
    void levelThatDoesNotExistIsRefused(String body) throws Exception {
        assertThat(post("/actuator/loggers/dev.buoy.some", body).statusCode()).isEqualTo(400);
    }

    @Test
    void secretsAreNeverShown() throws Exception {
        String all = get("/actuator/env").body();
        assertThat(all).contains("shown").doesNotContain("guess");
        assertThat(json("/actuator/env/some.password").at("/property/value").asText())
                .isEqualTo("******");
        assertThat(json("/actuator/env/some.url").at("/property/value").asText())
                .isEqualTo("http://******@example.org/");
    }

    @Test
    void jsonIsPlainForWhoAsksForThat() throws Exception {
        var answer = http.send(
                HttpRequest.newBuilder(management.resolve("/actuator/health"))
                        .header("Accept", "application/json")
                        .build(),
                BodyHandlers.ofString());

        assertThat(mediaType(answer)).isEqualTo("application/json");
    }

    @Test
    void settingsInForceAreShownByPrefix() throws Exception {
        JsonNode beans = json("/actuator/configprops/eureka.server").at("/contexts/buoy/beans");

        assertThat(beans.at("/eureka.server/properties/enable-self-preservation")
                        .asText())
                .isEqualTo("true");
        assertThat(beans.has("buoy.lease")).isFalse();
    }

    @Test
    void mappingsNameEachPathOfTheApiWithTheMethodsThatItHas() throws Exception {
        Map<String, Set<String>> methods = new TreeMap<>();
        for (JsonNode mapping : json("/actuator/mappings").at("/contexts/buoy/mappings/dispatcherServlets/clients")) {
            JsonNode conditions = mapping.at("/details/requestMappingConditions");
            String pattern = conditions.at("/patterns/0").asText();
            Set<String> named = new TreeSet<>();
            conditions.path("methods").forEach(method -> named.add(method.asText()));
            methods.computeIfAbsent(pattern, key -> new TreeSet<>()).addAll(named);
        }
        assertThat(methods).containsEntry("/buoy/v1/snapshot", Set.of("GET", "POST"));
        methods.keySet().removeIf(pattern -> !pattern.startsWith("/eureka/"));
        assertThat(methods).hasSizeGreaterThanOrEqualTo(16);
        assertThat(methods.get("/eureka/apps/{app}/{id}"))
                .containsExactlyInAnyOrder("GET", "HEAD", "PUT", "DELETE", "OPTIONS");

        for (Map.Entry<String, Set<String>> one : methods.entrySet()) {
            String path = one.getKey().replaceAll("[{}]", "");
            HttpResponse<String> asked = http.send(
                    HttpRequest.newBuilder(clients.resolve(path))
                            .method("OPTIONS", BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
            assertThat(asked.headers().firstValue("Allow").orElse("nothing").split(", "))
                    .as(path)
                    .containsExactlyInAnyOrderElementsOf(one.getValue());
        }
    }

    @Test
    void metricsAreThoseOfTheRegistry() throws Exception {
        assertThat(json("/actuator/metrics").path("names").toString()).contains("eureka.server.applications");
        assertThat(json("/actuator/metrics/eureka.server.requests?tag=operation:renew&tag=outcome:success")
                        .at("/measurements/0/value")
                        .isNumber())
                .isTrue();
        assertThat(get("/actuator/metrics/eureka.server.requests?tag=operation:nothing")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void serverIsNotEndedUnlessThatIsAllowed() throws Exception {
        assertThat(post("/actuator/shutdown", "").statusCode()).isEqualTo(404);
        assertThat(json("/actuator").at("/_links/shutdown").isMissingNode()).isTrue();
    }

    @Test
    void heapIsDumpedAsAFile() throws Exception {
        var dump = http.send(
                HttpRequest.newBuilder(management.resolve("/actuator/heapdump")).build(), BodyHandlers.ofInputStream());

        assertThat(dump.headers().firstValue("Content-Type")).contains("application/octet-stream");
        try (var in = dump.body()) {
            assertThat(new String(in.readNBytes(12), java.nio.charset.StandardCharsets.US_ASCII))
                    .isEqualTo("JAVA PROFILE");
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(management.resolve(path)).build(), BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(management.resolve(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String mediaType(HttpResponse<?> answer) {
        return plain(answer.headers().firstValue("Content-Type").orElse(""));
    }

    private static String plain(String type) {
        return type.replace(" ", "").replaceAll("(?i);charset=utf-8", "");
    }
}
