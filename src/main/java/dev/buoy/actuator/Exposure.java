package dev.buoy.actuator;

import dev.buoy.config.ActuatorConfig;
import dev.buoy.config.CommaSeparated;
import java.util.List;

/** Which endpoints answer. */
record Exposure(List<String> include, List<String> exclude) {
    Exposure(ActuatorConfig config) {
        this(
                config.include().items(),
                config.exclude().map(CommaSeparated::items).orElse(List.of()));
    }

    boolean includes(String id) {
        return (include.contains("*") || include.contains(id)) && !exclude.contains("*") && !exclude.contains(id);
    }
}
