package dev.buoy.actuator;

import dev.buoy.config.ActuatorConfig;
import dev.buoy.config.Sanitizer;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code configprops}: the settings of the registry as they are in force, by prefix, and where each comes from. */
@Singleton
final class ConfigPropsEndpoint implements Endpoint {
    private static final Pattern NAME = Pattern.compile("((?:eureka|buoy|management)\\.[a-z0-9-]+)\\.(.+)");

    private final SmallRyeConfig config;
    private final Sanitizer sanitizer;

    ConfigPropsEndpoint(SmallRyeConfig config, ActuatorConfig actuator) {
        this.config = config;
        this.sanitizer = Sanitizer.of(actuator.configpropsValues());
    }

    @Override
    public String id() {
        return "configprops";
    }

    @Override
    public String template() {
        return "{prefix}";
    }

    @Override
    public Result get(Question question) {
        if (question.path().size() > 1) {
            return Result.NOT_FOUND;
        }
        String wanted = question.path().isEmpty() ? "" : question.path().get(0);
        Map<String, Map<String, Object>> beans = new TreeMap<>();
        for (String name : config.getPropertyNames()) {
            Matcher setting = NAME.matcher(name);
            if (setting.matches() && setting.group(1).startsWith(wanted)) {
                add(beans.computeIfAbsent(setting.group(1), ConfigPropsEndpoint::bean), setting.group(2), name);
            }
        }
        return beans.isEmpty()
                ? Result.NOT_FOUND
                : Result.of(Map.of("contexts", Map.of("buoy", Map.of("beans", beans))));
    }

    private static Map<String, Object> bean(String prefix) {
        Map<String, Object> bean = new LinkedHashMap<>();
        bean.put("prefix", prefix);
        bean.put("properties", new TreeMap<String, Object>());
        bean.put("inputs", new TreeMap<String, Object>());
        return bean;
    }

    @SuppressWarnings("unchecked") // as made above
    private void add(Map<String, Object> bean, String key, String name) {
        ConfigValue found = config.getConfigValue(name);
        String value = sanitizer.value(name, found.getValue());
        ((Map<String, Object>) bean.get("properties")).put(key, value);
        ((Map<String, Object>) bean.get("inputs"))
                .put(key, Map.of("value", value, "origin", String.valueOf(found.getSourceName())));
    }
}
