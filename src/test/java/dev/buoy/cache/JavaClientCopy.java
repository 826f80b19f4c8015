package dev.buoy.cache;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client's copy of the registry, which it keeps as the Java client does (contract §14.3): instances in document order,
 * an unknown application taken over whole, deleted instances included, and gone with its last instance.
 */
final class JavaClientCopy {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Map<String, JsonNode>> applications = new TreeMap<>();

    void replaceBy(String full) {
        applications.clear();
        for (JsonNode application : applications(full)) {
            applications.put(application.get("name").asText(), instances(application));
        }
    }

    void apply(String delta) {
        for (JsonNode application : applications(delta)) {
            String name = application.get("name").asText();
            for (JsonNode instance : application.get("instance")) {
                String id = instance.get("instanceId").asText();
                if (instance.get("actionType").asText().equals("DELETED")) {
                    remove(name, id);
                } else {
                    applications
                            .computeIfAbsent(name, n -> instances(application))
                            .put(id, instance);
                }
            }
        }
    }

    private void remove(String name, String id) {
        Map<String, JsonNode> known = applications.get(name);
        if (known != null) {
            known.remove(id);
            if (known.isEmpty()) {
                applications.remove(name);
            }
        }
    }

    /** What is held, by application and id, in full. */
    Map<String, Map<String, JsonNode>> held() {
        Map<String, Map<String, JsonNode>> held = new TreeMap<>();
        applications.forEach((name, instances) -> held.put(name, new TreeMap<>(instances)));
        return held;
    }

    /** Counted from what is held. */
    String hashCodeOfHeld() {
        Map<String, Integer> counts = new TreeMap<>();
        applications
                .values()
                .forEach(instances -> instances
                        .values()
                        .forEach(instance -> counts.merge(instance.get("status").asText(), 1, Integer::sum)));
        StringBuilder text = new StringBuilder();
        counts.forEach(
                (status, count) -> text.append(status).append('_').append(count).append('_'));
        return text.toString();
    }

    static String appsHashCode(String body) {
        return root(body).get("apps__hashcode").asText();
    }

    static long versionsDelta(String body) {
        return root(body).get("versions__delta").asLong();
    }

    static JsonNode applications(String body) {
        return root(body).get("application");
    }

    private static JsonNode root(String body) {
        try {
            return JSON.readTree(body).get("applications");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, JsonNode> instances(JsonNode application) {
        Map<String, JsonNode> instances = new LinkedHashMap<>();
        application
                .get("instance")
                .forEach(instance -> instances.put(instance.get("instanceId").asText(), instance));
        return instances;
    }
}
