package dev.buoy.actuator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which fields a document has, and of which types; where names are free, they are a star. */
final class Shape {
    private static final Set<String> FREE =
            Set.of("_links", "loggers", "properties", "inputs", "beans", "contexts", "dispatcherServlets");

    private final Map<String, Set<String>> fields = new TreeMap<>();

    private Shape() {}

    static Map<String, Set<String>> of(JsonNode document) {
        Shape shape = new Shape();
        shape.add("", "", document);
        return shape.fields;
    }

    private void add(String path, String last, JsonNode node) {
        boolean settings = path.contains("beans.*.properties.") || path.contains("beans.*.inputs.");
        if (settings) {
            return;
        }
        fields.computeIfAbsent(path.isEmpty() ? "$" : path, key -> new TreeSet<>())
                .add(node.getNodeType().name().toLowerCase(java.util.Locale.ROOT));
        if (node.isArray()) {
            node.forEach(one -> add(path + "[]", "[]", one));
        }
        node.properties().forEach(field -> {
            String name = FREE.contains(last) ? "*" : field.getKey();
            add(path.isEmpty() ? name : path + "." + name, name, field.getValue());
        });
    }
}
