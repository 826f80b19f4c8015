package dev.buoy.peer;

import dev.buoy.config.EurekaClientConfig;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The servers as Eureka's clients find them in DNS (contract §14.5): the TXT records of {@code txt.REGION.DOMAIN} name the
 * zones, those of {@code txt.ZONE} the hosts of a zone.
 */
final class ZonesInDns {
    private static final int DEFAULT_PORT = 8761;

    private final NameService names;
    private final EurekaClientConfig client;
    private final Optional<String> zone;

    /** @param zone own zone, if stated; its servers come first when that is wanted */
    ZonesInDns(NameService names, EurekaClientConfig client, Optional<String> zone) {
        this.names = names;
        this.client = client;
        this.zone = zone;
    }

    /** The name of the list of zones. */
    String name() {
        return "txt." + client.region() + "." + client.eurekaServerDnsName().orElse("");
    }

    /** The servers of all zones, each once; none if a zone could not be looked up, since a part of the list is worse than the last. */
    Future<List<PeerUrl>> lookUp() {
        return names.texts(name()).compose(texts -> {
            List<String> zones = words(texts)
                    .map(zone -> zone.startsWith("txt.") ? zone.substring(4) : zone)
                    .sorted(this::ownFirst)
                    .toList();
            List<Future<List<String>>> hosts =
                    zones.stream().map(zone -> names.texts("txt." + zone)).toList();
            return Future.all(new ArrayList<>(hosts)).map(all -> urls(hosts));
        });
    }

    private List<PeerUrl> urls(List<Future<List<String>>> hosts) {
        LinkedHashSet<PeerUrl> urls = new LinkedHashSet<>();
        for (Future<List<String>> zone : hosts) {
            words(zone.result()).sorted().map(this::url).forEach(urls::add);
        }
        return List.copyOf(urls);
    }

    private PeerUrl url(String host) {
        int port = client.eurekaServerPort().map(Integer::valueOf).orElse(DEFAULT_PORT);
        String path = client.eurekaServerUrlContext()
                .map(context -> context.startsWith("/") ? context : "/" + context)
                .orElse("/");
        return PeerUrl.of(false, host, port, path, Optional.empty(), Optional.empty());
    }

    private int ownFirst(String a, String b) {
        if (isOwn(a) != isOwn(b) && client.preferSameZoneEureka()) {
            return isOwn(a) ? -1 : 1;
        }
        return a.compareTo(b);
    }

    // A zone is listed with its domain: zone-a.example.org.
    private boolean isOwn(String listed) {
        return zone.filter(own -> listed.equals(own) || listed.startsWith(own + "."))
                .isPresent();
    }

    // Several names may stand in one record.
    private static Stream<String> words(List<String> texts) {
        return texts.stream()
                .flatMap(text -> Stream.of(text.strip().split("[\\s,]+")))
                .filter(word -> !word.isEmpty())
                .distinct();
    }
}
