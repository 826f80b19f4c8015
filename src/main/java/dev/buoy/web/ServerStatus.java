package dev.buoy.web;

import dev.buoy.config.EurekaServerConfig;
import dev.buoy.peer.Cluster;
import dev.buoy.peer.Peer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Figures about this server and its peers, under the names that Eureka's status page has for them (contract §1.6). */
@Singleton
public final class ServerStatus {
    private static final long MEGABYTE = 1 << 20;

    private final Cluster cluster;
    private final EurekaServerConfig config;
    private final InstantSource clock;
    private final Instant startedAt;

    ServerStatus(Cluster cluster, EurekaServerConfig config, InstantSource clock) {
        this.cluster = cluster;
        this.config = config;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    /** Of the machine and the process. */
    public Map<String, String> general() {
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

    /** Of the other servers. Whether one is available was asked, and not guessed from what is registered (D-8). */
    Map<String, String> replicas() {
        List<Peer> others = others();
        Map<String, String> replicas = new LinkedHashMap<>();
        replicas.put(
                "registered-replicas",
                others.stream().map(peer -> peer.url().toString()).collect(Collectors.joining(", ")));
        replicas.put("available-replicas", urls(others, true));
        replicas.put("unavailable-replicas", urls(others, false));
        return replicas;
    }

    /** Whether as many others are available as {@code min-available-instances-for-peer-replication} says; empty if it says nothing. */
    Optional<Boolean> isHealthy() {
        int wanted = config.minAvailableInstancesForPeerReplication();
        return wanted < 0
                ? Optional.empty()
                : Optional.of(others().stream().filter(Peer::isReachable).count() >= wanted);
    }

    private List<Peer> others() {
        return cluster.peers().stream()
                .filter(peer -> peer.kind() != Peer.Kind.SELF)
                .toList();
    }

    private static String urls(List<Peer> peers, boolean available) {
        return peers.stream()
                .filter(peer -> peer.isReachable() == available)
                .map(peer -> peer.url() + ",")
                .collect(Collectors.joining());
    }

    /** {@code 2 days 03:07}: days if there are any, hours, minutes. */
    static String uptime(Duration up) {
        long days = up.toDays();
        String clock = "%02d:%02d".formatted(up.toHoursPart(), up.toMinutesPart());
        return days == 0 ? clock : days + (days == 1 ? " day " : " days ") + clock;
    }
}
