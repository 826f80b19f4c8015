package dev.buoy.peer;

import dev.buoy.config.CommaSeparated;
import dev.buoy.config.EurekaClientConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The peers that the settings name, zone by zone (contract §9.6). */
final class ConfiguredPeers {
    private static final String DEFAULT_ZONE = "defaultZone";

    private ConfiguredPeers() {}

    /**
     * The URLs of all zones of the own region, the own zone's first, each once.
     *
     * @param zone  own zone, if stated
     * @param myUrl own URL, which is left out where it is written the same, but for a final slash
     */
    static List<PeerUrl> of(EurekaClientConfig client, Optional<String> zone, Optional<String> myUrl) {
        if (!client.enabled()) {
            return List.of();
        }
        LinkedHashSet<PeerUrl> urls = new LinkedHashSet<>();
        for (String each : zones(client, zone)) {
            for (String url : urls(client.serviceUrl(), each)) {
                if (myUrl.isEmpty() || !slashed(url).equals(slashed(myUrl.get()))) {
                    urls.add(PeerUrl.parse(url));
                }
            }
        }
        return List.copyOf(urls);
    }

    private static List<String> zones(EurekaClientConfig client, Optional<String> own) {
        CommaSeparated stated = client.availabilityZones().get(client.region());
        List<String> zones = stated == null || stated.items().isEmpty() ? List.of(DEFAULT_ZONE) : stated.items();
        int first = own.map(zones::indexOf).orElse(0);
        if (first <= 0 || !client.preferSameZoneEureka()) {
            return zones;
        }
        List<String> rotated = new ArrayList<>(zones.subList(first, zones.size()));
        rotated.addAll(zones.subList(0, first));
        return rotated;
    }

    private static List<String> urls(Map<String, CommaSeparated> byZone, String zone) {
        CommaSeparated urls = byZone.get(zone);
        if (urls == null || urls.items().isEmpty()) {
            urls = byZone.get(DEFAULT_ZONE);
        }
        return urls == null ? List.of() : urls.items();
    }

    private static String slashed(String url) {
        return url.endsWith("/") ? url : url + "/";
    }
}
