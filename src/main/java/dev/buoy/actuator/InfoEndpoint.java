package dev.buoy.actuator;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** {@code info}: which program this is. */
@Singleton
final class InfoEndpoint implements Endpoint {
    private final Map<String, String> build;

    InfoEndpoint(
            @ConfigProperty(name = "quarkus.application.name") String name,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.build = new TreeMap<>(Map.of("name", name, "version", version));
    }

    @Override
    public String id() {
        return "info";
    }

    @Override
    public Result get(Question question) {
        return Result.of(Map.of("build", build));
    }
}
