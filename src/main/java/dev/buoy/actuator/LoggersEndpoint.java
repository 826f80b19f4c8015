package dev.buoy.actuator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.text.Printable;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** {@code loggers}: what is logged, and changes of it while the server runs. */
@Singleton
final class LoggersEndpoint implements Endpoint {
    private static final String ROOT = "ROOT";
    private static final org.jboss.logging.Logger LOG = org.jboss.logging.Logger.getLogger(LoggersEndpoint.class);

    /** As Spring names them, with the least value of the JDK's levels that counts as each. */
    private enum Named {
        OFF(Level.OFF),
        ERROR(Level.SEVERE),
        WARN(Level.WARNING),
        INFO(Level.INFO),
        DEBUG(Level.FINE),
        TRACE(Level.FINER);

        private final Level level;

        Named(Level level) {
            this.level = level;
        }

        static Named of(Level level) {
            for (Named named : values()) {
                if (level.intValue() >= named.level.intValue()) {
                    return named;
                }
            }
            return TRACE;
        }
    }

    private final ObjectMapper mapper;

    // The log manager holds loggers weakly; one that was given a level must not lose it.
    private final Map<String, Logger> changed = new ConcurrentHashMap<>();

    LoggersEndpoint(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public String id() {
        return "loggers";
    }

    @Override
    public String template() {
        return "{name}";
    }

    @Override
    public Result get(Question question) {
        if (question.path().size() == 1) {
            return Result.of(describe(logger(question.path().get(0))));
        }
        if (!question.path().isEmpty()) {
            return Result.NOT_FOUND;
        }
        Map<String, Object> loggers = new TreeMap<>();
        for (String name : Collections.list(LogManager.getLogManager().getLoggerNames())) {
            loggers.put(name.isEmpty() ? ROOT : name, describe(Logger.getLogger(name)));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("levels", List.of(Named.values()));
        json.put("loggers", loggers);
        json.put("groups", Map.of());
        return Result.of(json);
    }

    @Override
    public Result post(Question question) {
        if (question.path().size() != 1) {
            return Result.METHOD_NOT_ALLOWED;
        }
        String type = question.headers().get("Content-Type");
        if (type == null || !type.contains("json")) {
            return Result.status(415);
        }
        Logger logger = logger(question.path().get(0));
        try {
            JsonNode level = mapper.readTree(question.body()).path("configuredLevel");
            Named wanted = level.isTextual() ? Named.valueOf(level.asText().toUpperCase(java.util.Locale.ROOT)) : null;
            logger.setLevel(wanted == null ? null : wanted.level);
            changed.put(logger.getName(), logger);
            LOG.infof("Log level of %s is now %s", Printable.of(logger.getName()), wanted);
            return Result.status(204);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Result.status(400);
        }
    }

    private static Logger logger(String name) {
        return Logger.getLogger(name.equals(ROOT) ? "" : name);
    }

    private static Map<String, Object> describe(Logger logger) {
        Map<String, Object> described = new LinkedHashMap<>();
        if (logger.getLevel() != null) {
            described.put("configuredLevel", Named.of(logger.getLevel()));
        }
        Logger one = logger;
        while (one.getLevel() == null && one.getParent() != null) {
            one = one.getParent();
        }
        described.put("effectiveLevel", Named.of(one.getLevel() == null ? Level.INFO : one.getLevel()));
        return described;
    }
}
