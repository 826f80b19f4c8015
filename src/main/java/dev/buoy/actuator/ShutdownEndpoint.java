package dev.buoy.actuator;

import dev.buoy.config.ActuatorConfig;
import io.quarkus.runtime.Quarkus;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jboss.logging.Logger;

/** {@code shutdown}: ends the server, if that is allowed. */
@Singleton
final class ShutdownEndpoint implements Endpoint {
    private static final Logger LOG = Logger.getLogger(ShutdownEndpoint.class);

    private final boolean allowed;

    ShutdownEndpoint(ActuatorConfig config) {
        this.allowed = config.shutdownEnabled() || config.shutdownAccess().equalsIgnoreCase("unrestricted");
    }

    @Override
    public String id() {
        return "shutdown";
    }

    @Override
    public boolean isAvailable() {
        return allowed;
    }

    @Override
    public Result get(Question question) {
        return Result.METHOD_NOT_ALLOWED;
    }

    @Override
    public Result post(Question question) {
        LOG.info("Shutdown was asked for by POST to the management port");
        return Result.of(Map.of("message", "Shutting down, bye...")).then(Quarkus::asyncExit);
    }
}
