package dev.buoy.web;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Figures about this server and its peers, under the names that Eureka's status page has for them (contract §1.6). */
@Singleton
final class ServerStatus {
    private static final long MEGABYTE = 1 << 20;

    private final InstantSource clock;
    private final Instant startedAt;

    ServerStatus(InstantSource clock) {
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    /** Of the machine and the process. */
    Map<String, String> general() {
        Runtime runtime = Runtime.getRuntime();
        long total = runtime.totalMemory() / MEGABYTE;
        long used = (runtime.totalMemory() - runtime.freeMemory()) / MEGABYTE;
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("num-of-cpus", Integer.toString(runtime.availableProcessors()));
        figures.put("total-avail-memory", total + "mb");
        figures.put("current-memory-usage", used + "mb (" + (total == 0 ? 0 : 100 * used / total) + "%)");
        figures.put("server-uptime", uptime(Duration.between(startedAt, clock.instant())));
        return figures;
    }

    /** Of the other servers. */
    Map<String, String> replicas() {
        Map<String, String> replicas = new LinkedHashMap<>();
        replicas.put("registered-replicas", "");
        replicas.put("available-replicas", "");
        replicas.put("unavailable-replicas", "");
        return replicas;
    }

    /** {@code 2 days 03:07}: days if there are any, hours, minutes. */
    static String uptime(Duration up) {
        long days = up.toDays();
        String clock = "%02d:%02d".formatted(up.toHoursPart(), up.toMinutesPart());
        return days == 0 ? clock : days + (days == 1 ? " day " : " days ") + clock;
    }
}
