package dev.buoy.peer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The peers of this node, as its settings and DNS name them at present. An empty list changes nothing (contract §9.6): it is
 * more likely that the question failed than that all peers are gone.
 */
public final class PeerDirectory {
    private static final Logger LOG = Logger.getLogger(PeerDirectory.class);

    private final List<Supplier<List<PeerUrl>>> sources;
    private final Function<PeerUrl, Peer> connect;
    private volatile List<Peer> peers = List.of();

    /**
     * @param sources each the URLs that it knows of now
     * @param connect makes the peer of a URL
     */
    PeerDirectory(List<Supplier<List<PeerUrl>>> sources, Function<PeerUrl, Peer> connect) {
        this.sources = sources;
        this.connect = connect;
    }

    /** All that are named, also this node itself if it is among them. */
    public List<Peer> peers() {
        return peers;
    }

    /** Reads the sources again; returns whether the list has changed. */
    synchronized boolean refresh() {
        Set<PeerUrl> urls = new LinkedHashSet<>();
        for (Supplier<List<PeerUrl>> source : sources) {
            try {
                urls.addAll(source.get());
            } catch (IllegalArgumentException e) {
                LOG.warnf("The list of peers stays as it is: %s", e.getMessage());
                return false;
            }
        }
        Map<PeerUrl, Peer> present = new LinkedHashMap<>();
        peers.forEach(peer -> present.put(peer.url(), peer));
        if (urls.isEmpty() || urls.equals(present.keySet())) {
            return false;
        }
        List<Peer> next = new ArrayList<>();
        for (PeerUrl url : urls) {
            Peer known = present.remove(url);
            if (known == null) {
                LOG.infof("Peer %s joins", url);
            }
            next.add(known == null ? connect.apply(url) : known);
        }
        present.keySet().forEach(url -> LOG.infof("Peer %s leaves", url));
        peers = List.copyOf(next);
        return true;
    }

    /** Asks each who it is, if that is due, and notes who is known by two names. */
    void probe(long now, long pauseMillis) {
        Set<String> seen = new HashSet<>();
        for (Peer peer : peers) {
            peer.probe(now, pauseMillis);
            peer.duplicate(peer.nodeId().isPresent() && !seen.add(peer.nodeId().get()));
        }
    }
}
