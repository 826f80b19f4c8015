package dev.buoy.actuator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.config.ActuatorConfig;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code health} and its groups: what the checks say, in Spring's words. 503 when down, as probes expect. */
@Singleton
final class HealthEndpoint implements Endpoint {
    private static final List<String> GROUPS = List.of("liveness", "readiness", "startup");

    private final SmallRyeHealthReporter reporter;
    private final ObjectMapper mapper;
    private final boolean details;

    HealthEndpoint(SmallRyeHealthReporter reporter, ObjectMapper mapper, ActuatorConfig config) {
        this.reporter = reporter;
        this.mapper = mapper;
        this.details = config.healthDetails().equalsIgnoreCase("always");
    }

    @Override
    public String id() {
        return "health";
    }

    @Override
    public String template() {
        return "{*path}";
    }

    @Override
    public Result get(Question question) {
        if (question.path().isEmpty()) {
            return result(reporter.getHealth(), true);
        }
        if (question.path().size() > 1) {
            return Result.NOT_FOUND;
        }
        return switch (question.path().get(0)) {
            case "liveness" -> result(reporter.getLiveness(), false);
            case "readiness" -> result(reporter.getReadiness(), false);
            case "startup" -> result(reporter.getStartup(), false);
            default -> Result.NOT_FOUND;
        };
    }

    private Result result(SmallRyeHealth health, boolean withGroups) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (withGroups) {
            json.put("groups", GROUPS);
        }
        json.put("status", health.isDown() ? "DOWN" : "UP");
        if (details) {
            json.put("components", components(health));
        }
        return Result.of(health.isDown() ? 503 : 200, json);
    }

    private Map<String, Object> components(SmallRyeHealth health) {
        Map<String, Object> components = new TreeMap<>();
        try {
            for (JsonNode check :
                    mapper.readTree(health.getPayload().toString()).path("checks")) {
                Map<String, Object> component = new LinkedHashMap<>();
                component.put("status", check.path("status").asText());
                if (check.has("data")) {
                    component.put("details", check.path("data"));
                }
                components.put(check.path("name").asText(), component);
            }
            return components;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
