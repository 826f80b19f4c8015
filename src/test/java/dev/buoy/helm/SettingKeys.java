package dev.buoy.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.buoy.config.EurekaServerConfig;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithName;
import io.smallrye.config.WithParentName;
import io.smallrye.config.common.utils.StringUtil;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The settings that {@code dev.buoy.config} knows, as JSON schemas by root. */
final class SettingKeys {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SettingKeys() {}

    /** The schema of all that is below a root, such as {@code eureka}. */
    static ObjectNode schema(String root) throws Exception {
        var schema = object();
        for (var mapping : mappings()) {
            var prefix = mapping.getAnnotation(ConfigMapping.class).prefix();
            if (prefix.equals(root)) {
                describe(mapping, schema);
            } else if (prefix.startsWith(root + ".")) {
                describe(mapping, child(schema, prefix.substring(root.length() + 1)));
            }
        }
        return schema;
    }

    /** Whether a full key is a setting. */
    static boolean knows(String key) throws Exception {
        var names = key.split("\\.");
        JsonNode schema = schema(names[0]);
        for (int i = 1; i < names.length; i++) {
            var known = schema.path("properties").path(names[i]);
            schema = known.isMissingNode() ? schema.path("additionalProperties") : known;
        }
        return schema.isObject();
    }

    /** Whether an environment variable stands for a setting. */
    static boolean knowsVariable(String variable) throws Exception {
        for (var root : List.of("eureka", "buoy")) {
            if (variables(root, schema(root)).anyMatch(variable::equals)) {
                return true;
            }
        }
        return false;
    }

    private static Stream<String> variables(String key, JsonNode schema) {
        var properties = schema.path("properties");
        return properties.isEmpty()
                ? Stream.of(key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_"))
                : properties.properties().stream()
                        .flatMap(property -> variables(key + "." + property.getKey(), property.getValue()));
    }

    private static Collection<Class<?>> mappings() throws Exception {
        try (var files = Files.list(folderOfConfig())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class"))
                    .sorted()
                    .<Class<?>>map(file -> load(file.substring(0, file.length() - ".class".length())))
                    .filter(type -> type.isAnnotationPresent(ConfigMapping.class))
                    .toList();
        }
    }

    private static Path folderOfConfig() throws URISyntaxException {
        var config = EurekaServerConfig.class;
        return Path.of(config.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve(config.getPackageName().replace('.', '/'));
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(EurekaServerConfig.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static void describe(Class<?> group, ObjectNode schema) {
        for (var method : group.getMethods()) {
            if (method.getParameterCount() > 0 || method.isDefault()) {
                continue;
            }
            if (method.isAnnotationPresent(WithParentName.class)) {
                describe(method.getReturnType(), schema);
            } else {
                var name = Optional.ofNullable(method.getAnnotation(WithName.class))
                        .map(WithName::value)
                        .orElseGet(() -> StringUtil.skewer(method.getName()));
                int dot = name.lastIndexOf('.');
                var parent = dot < 0 ? schema : child(schema, name.substring(0, dot));
                ((ObjectNode) parent.get("properties")).set(name.substring(dot + 1), property(method));
            }
        }
        sort(schema);
    }

    private static JsonNode property(Method method) {
        var schema = ofType(method.getGenericReturnType(), method.isAnnotationPresent(WithConverter.class));
        limit(schema, method, "minimum", DecimalMin.class, limit -> new BigDecimal(limit.value()));
        limit(schema, method, "maximum", DecimalMax.class, limit -> new BigDecimal(limit.value()));
        limit(schema, method, "minimum", Min.class, limit -> BigDecimal.valueOf(limit.value()));
        limit(schema, method, "maximum", Max.class, limit -> BigDecimal.valueOf(limit.value()));
        limit(schema, method, "minimum", PositiveOrZero.class, limit -> BigDecimal.ZERO);
        limit(schema, method, "minimum", Positive.class, limit -> BigDecimal.ONE);
        return schema;
    }

    private static <A extends java.lang.annotation.Annotation> void limit(
            ObjectNode schema, AnnotatedElement method, String keyword, Class<A> type, Function<A, BigDecimal> value) {
        var annotation = method.getAnnotation(type);
        boolean number = schema.path("type").asText().matches("integer|number");
        if (annotation != null && number) {
            schema.put(keyword, value.apply(annotation));
        }
    }

    private static ObjectNode ofType(Type type, boolean converted) {
        if (type instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class) {
                return JSON.objectNode().put("type", "object").set("additionalProperties", ofType(arguments[1], false));
            }
            return generic.getRawType() == Optional.class ? ofType(arguments[0], converted) : list();
        }
        var raw = (Class<?>) type;
        if (raw == boolean.class || raw == Boolean.class) {
            return JSON.objectNode().put("type", "boolean");
        }
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return JSON.objectNode().put("type", "integer");
        }
        if (raw == double.class || raw == Double.class) {
            return JSON.objectNode().put("type", "number");
        }
        if (raw.isEnum()) {
            var schema = JSON.objectNode();
            for (var constant : raw.getEnumConstants()) {
                schema.withArray("enum")
                        .add(constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'));
            }
            return schema;
        }
        if (raw.isInterface() && raw.getPackage().equals(EurekaServerConfig.class.getPackage()) && !converted) {
            var group = object();
            describe(raw, group);
            return group;
        }
        if (raw == Duration.class || raw == MemorySize.class) {
            return types("string", "integer");
        }
        return raw.getSimpleName().equals("CommaSeparated") ? list() : types("string", "number", "boolean");
    }

    private static ObjectNode list() {
        var schema = types("string", "array");
        schema.putObject("items").set("type", types("string", "number").get("type"));
        return schema;
    }

    private static ObjectNode types(String... names) {
        var schema = JSON.objectNode();
        for (var name : names) {
            schema.withArray("type").add(name);
        }
        return schema;
    }

    private static ObjectNode object() {
        var schema = JSON.objectNode().put("type", "object").put("additionalProperties", false);
        schema.putObject("properties");
        return schema;
    }

    private static ObjectNode child(ObjectNode schema, String dotted) {
        var at = schema;
        for (var name : dotted.split("\\.")) {
            var properties = (ObjectNode) at.get("properties");
            if (!properties.has(name)) {
                properties.set(name, object());
            }
            at = (ObjectNode) properties.get(name);
        }
        return at;
    }

    /** By name, since reflection has no order of its own. */
    private static void sort(ObjectNode schema) {
        var properties = (ObjectNode) schema.get("properties");
        var sorted = JSON.objectNode();
        properties.properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> sorted.set(entry.getKey(), entry.getValue()));
        schema.set("properties", sorted);
    }
}
