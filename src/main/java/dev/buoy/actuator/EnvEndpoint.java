package dev.buoy.actuator;

import dev.buoy.config.ActuatorConfig;
import dev.buoy.config.Sanitizer;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** {@code env}: which source says what of each setting, the strongest first. Values are hidden unless it is set otherwise. */
@Singleton
final class EnvEndpoint implements Endpoint {
    private final SmallRyeConfig config;
    private final Sanitizer sanitizer;

    EnvEndpoint(SmallRyeConfig config, ActuatorConfig actuator) {
        this.config = config;
        this.sanitizer = Sanitizer.of(actuator.envValues());
    }

    @Override
    public String id() {
        return "env";
    }

    @Override
    public String template() {
        return "{toMatch}";
    }

    @Override
    public Result get(Question question) {
        return switch (question.path().size()) {
            case 0 -> Result.of(all());
            case 1 -> one(question.path().get(0));
            default -> Result.NOT_FOUND;
        };
    }

    private Map<String, Object> all() {
        List<Object> sources = new ArrayList<>();
        for (ConfigSource source : config.getConfigSources()) {
            Map<String, Object> properties = new TreeMap<>();
            for (String name : source.getPropertyNames()) {
                properties.put(name, value(name, source.getValue(name)));
            }
            sources.add(named(source, "properties", properties));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("activeProfiles", config.getProfiles());
        json.put("propertySources", sources);
        return json;
    }

    private Result one(String name) {
        ConfigValue found = config.getConfigValue(name);
        if (found.getValue() == null) {
            return Result.NOT_FOUND;
        }
        List<Object> sources = new ArrayList<>();
        for (ConfigSource source : config.getConfigSources()) {
            String value = source.getValue(name);
            sources.add(
                    value == null ? Map.of("name", source.getName()) : named(source, "property", value(name, value)));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("activeProfiles", config.getProfiles());
        json.put(
                "property",
                Map.of(
                        "source",
                        String.valueOf(found.getSourceName()),
                        "value",
                        sanitizer.value(name, found.getValue())));
        json.put("propertySources", sources);
        return Result.of(json);
    }

    private Map<String, Object> value(String name, String value) {
        return Map.of("value", sanitizer.value(name, value));
    }

    private static Map<String, Object> named(ConfigSource source, String key, Object content) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", source.getName());
        json.put(key, content);
        return json;
    }
}
