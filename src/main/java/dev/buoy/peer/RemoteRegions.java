package dev.buoy.peer;

import dev.buoy.config.CommaSeparated;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.ReplicationCodec;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The other regions whose registries are shown beside the own ({@code eureka.server.remote-region-*}, contract §10). */
@Singleton
public final class RemoteRegions {
    private final List<RemoteRegion> regions;
    private final boolean transparent;

    public RemoteRegions(Vertx vertx, EurekaServerConfig config, EurekaCodec codec, NodeId self, InstantSource clock) {
        this.transparent = !config.disableTransparentFallbackToOtherRegion();
        Map<String, String> urls = new TreeMap<>(config.remoteRegionUrlsWithName());
        HttpClient client = urls.isEmpty() ? null : PeerClients.forRegions(vertx, config);
        List<RemoteRegion> found = new ArrayList<>();
        urls.forEach((name, url) -> {
            PeerUrl parsed = PeerUrl.parse(url);
            long silence = config.remoteRegionReadTimeoutMs();
            HttpPeer http = new HttpPeer(vertx, client, parsed, self, new ReplicationCodec(), silence, false);
            found.add(new RemoteRegion(
                    name.toLowerCase(Locale.ROOT),
                    http,
                    codec,
                    shown(config.remoteRegionAppWhitelist(), name.toLowerCase(Locale.ROOT)),
                    !config.disableDeltaForRemoteRegions(),
                    1000L * config.remoteRegionRegistryFetchInterval(),
                    silence,
                    config.retentionTimeInMSInDeltaQueue(),
                    clock));
        });
        this.regions = List.copyOf(found);
    }

    // Of a list that is there and empty, nothing is shown.
    private static Predicate<String> shown(Map<String, CommaSeparated> lists, String region) {
        CommaSeparated list = lists.getOrDefault(region, lists.get("global"));
        if (list == null) {
            return app -> true;
        }
        Set<String> names = Set.copyOf(list.items());
        return names::contains;
    }

    /** Whether there are none, as on most servers. */
    public boolean isEmpty() {
        return regions.isEmpty();
    }

    /** Whether other regions are shown to those who do not ask for them. */
    public boolean isTransparent() {
        return transparent;
    }

    /** Whether every region has been fetched once. */
    public boolean areFetched() {
        return regions.stream().allMatch(region -> region.copy() != null);
    }

    /** Those that were fetched, of these names; names that are not configured are passed over. */
    public List<RemoteRegion> named(Set<String> names) {
        return regions.stream()
                .filter(region -> names.contains(region.name()) && region.copy() != null)
                .toList();
    }

    /** All that were fetched. */
    public List<RemoteRegion> fetched() {
        return regions.stream().filter(region -> region.copy() != null).toList();
    }

    /** An instance of any region. */
    public Optional<InstanceInfo> instance(String app, String id) {
        return fetched().stream()
                .flatMap(region -> region.copy().applications().instance(app, id).stream())
                .findFirst();
    }

    /** An instance of any region and application. */
    public Optional<InstanceInfo> instance(String id) {
        return fetched().stream()
                .flatMap(region -> region.copy().applications().stream())
                .flatMap(application -> application.instance(id).stream())
                .findFirst();
    }

    /** Fetches what is due; never waits. */
    public void run() {
        regions.forEach(RemoteRegion::run);
    }
}
