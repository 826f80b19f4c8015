package dev.buoy.peer;

import dev.buoy.config.PeersConfig;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;

/**
 * The peers that the name in {@code buoy.peers.dns} stands for: the addresses of a host name such as that of a headless
 * service, or the SRV records of a name that begins with an underscore.
 */
final class NamedPeers {
    private final NameService names;
    private final PeersConfig config;

    NamedPeers(NameService names, PeersConfig config) {
        this.names = names;
        this.config = config;
    }

    /** In an order that does not change with that of the answer. */
    Future<List<PeerUrl>> lookUp() {
        String name = config.dns().orElseThrow();
        return name.startsWith("_") ? services(name) : addresses(name);
    }

    private Future<List<PeerUrl>> addresses(String name) {
        return names.addresses(name)
                .map(addresses -> addresses.stream()
                        .map(address -> url(address, config.dnsPort()))
                        .toList());
    }

    private Future<List<PeerUrl>> services(String name) {
        return names.services(name)
                .map(services -> services.stream()
                        .map(service -> url(service.host(), service.port()))
                        .sorted(Comparator.comparing(PeerUrl::toString))
                        .toList());
    }

    private PeerUrl url(String host, int port) {
        return PeerUrl.of(
                config.dnsScheme().equals("https"),
                host,
                port,
                config.dnsPath(),
                config.dnsUser(),
                config.dnsPassword());
    }
}
