package dev.buoy.nativeimage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;

/** What {@code reflect-config.json} of a jar lets a native image look into. */
final class ReflectionMetadata {
    private static final String ENTRY = "META-INF/native-image/reflect-config.json";

    private final Map<String, JsonNode> classes = new HashMap<>();

    private ReflectionMetadata(JsonNode config) {
        config.forEach(type -> classes.put(type.get("name").asText(), type));
    }

    static ReflectionMetadata of(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile());
                var config = file.getInputStream(file.getEntry(ENTRY))) {
            return new ReflectionMetadata(new ObjectMapper().readTree(config));
        }
    }

    /** Whether a method of {@link Class}, called on a class by name, finds in a native image what it finds on the JVM. */
    boolean allows(String type, String method) {
        var known = classes.get(type);
        if (known == null) {
            return false;
        }
        if (method.equals("forName")) {
            return true;
        }
        if (method.contains("Field")) {
            return known.path("allDeclaredFields").asBoolean();
        }
        if (method.contains("Constructor") || method.equals("newInstance")) {
            return known.path("allDeclaredConstructors").asBoolean() || known.has("methods");
        }
        return known.path("allDeclaredMethods").asBoolean() || known.has("methods") || known.has("queriedMethods");
    }
}
