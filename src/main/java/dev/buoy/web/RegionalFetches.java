package dev.buoy.web;

import dev.buoy.cache.FetchQuery;
import dev.buoy.cache.ResponseCache;
import dev.buoy.model.Applications;
import dev.buoy.peer.RemoteRegion;
import dev.buoy.peer.RemoteRegions;
import dev.buoy.registry.Registry;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fetches that show other regions beside the own (contract §10). Their hash codes are of what they list, in full answers as in
 * deltas (D-21). They are encoded as a whole after each change, on a worker; the answers that show this region alone, which is
 * all of them unless regions are configured, do not come here.
 */
@Singleton
final class RegionalFetches {
    private static final int MOST_KEPT = 64;

    private final RemoteRegions regions;
    private final Registry registry;
    private final ResponseCache cache;
    private final EurekaCodec codec;
    private final Vertx vertx;
    private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
            return size() > MOST_KEPT;
        }
    };
    private long bodies;

    private record Key(FetchQuery query, List<String> names, WireFormat format, WireForm form, boolean gzip) {}

    /** An answer with what it was made of: the registry's state by identity, and the versions of the regions. */
    private record Kept(Object local, List<Long> versions, Buffer body, String etag) {}

    RegionalFetches(RemoteRegions regions, Registry registry, ResponseCache cache, EurekaCodec codec, Vertx vertx) {
        this.regions = regions;
        this.registry = registry;
        this.cache = cache;
        this.codec = codec;
        this.vertx = vertx;
    }

    /** Answers, if the answer is not that of this region alone; returns whether it did. */
    boolean answer(Exchange exchange, FetchQuery query) {
        if (regions.isEmpty()) {
            return false;
        }
        Set<String> asked = asked(exchange, query);
        if (!asked.isEmpty() && !regions.areFetched()) {
            exchange.send(Answer.FORBIDDEN);
            return true;
        }
        List<RemoteRegion> shown = shown(query, asked);
        if (shown.isEmpty()) {
            return false;
        }
        WireFormat format = Negotiation.format(exchange.headers());
        if (format == null) {
            exchange.send(Answer.NOT_ACCEPTABLE);
            return true;
        }
        List<String> names = shown.stream().map(RemoteRegion::name).toList();
        Key key = new Key(
                query, names, format, Negotiation.form(exchange.headers()), Negotiation.gzip(exchange.headers()));
        vertx.executeBlocking(() -> present(key, shown), false)
                .onSuccess(found -> exchange.send(format, found.body(), key.gzip(), found.etag()))
                .onFailure(exchange::fail);
        return true;
    }

    // The parameter is of these two only.
    private static Set<String> asked(Exchange exchange, FetchQuery query) {
        Set<String> asked = new TreeSet<>();
        boolean heard = query.kind() == FetchQuery.Kind.ALL || query.kind() == FetchQuery.Kind.DELTA;
        String stated = !heard || exchange.query() == null ? null : Query.first(exchange.query(), "regions");
        if (stated != null) {
            Arrays.stream(stated.split(","))
                    .map(name -> name.strip().toLowerCase(Locale.ROOT))
                    .filter(name -> !name.isEmpty())
                    .forEach(asked::add);
        }
        return asked;
    }

    private List<RemoteRegion> shown(FetchQuery query, Set<String> asked) {
        if (!asked.isEmpty()) {
            return regions.named(asked);
        }
        if (!regions.isTransparent()) {
            return List.of();
        }
        if (query.kind() != FetchQuery.Kind.APPLICATION) {
            return regions.fetched();
        }
        if (registry.view().applications().application(query.name()).isPresent()) {
            return List.of();
        }
        return regions.fetched().stream()
                .filter(region ->
                        region.copy().applications().application(query.name()).isPresent())
                .limit(1)
                .toList();
    }

    private Kept present(Key key, List<RemoteRegion> shown) {
        List<RemoteRegion.Copy> copies = new ArrayList<>();
        List<Long> versions = new ArrayList<>();
        for (RemoteRegion region : shown) {
            copies.add(region.copy());
            versions.add(copies.get(copies.size() - 1).version());
        }
        var changes = key.query().kind() == FetchQuery.Kind.DELTA ? cache.recentChanges() : null;
        Object local = changes == null ? registry.view() : changes.changed();
        synchronized (kept) {
            Kept present = kept.get(key);
            if (present != null
                    && present.local() == local
                    && present.versions().equals(versions)) {
                return present;
            }
        }
        Applications all = JoinedRegions.join(changes == null ? registry.view() : changes.view(), copies);
        RegionalDocument document = new RegionalDocument(codec, key.format(), key.form());
        byte[] body =
                switch (key.query().kind()) {
                    case ALL -> document.of(1, all, all);
                    case DELTA ->
                        document.of(
                                Math.max(
                                        1,
                                        changes.view().revision()
                                                + versions.stream()
                                                        .mapToLong(v -> v)
                                                        .sum()),
                                all,
                                JoinedRegions.joinChanges(changes.changed(), all, copies));
                    case APPLICATION ->
                        document.ofApplication(
                                all.application(key.query().name()).orElseThrow());
                    case VIP ->
                        document.ofVip(JoinedRegions.vip(all, key.query().name(), false));
                    case SECURE_VIP ->
                        document.ofVip(JoinedRegions.vip(all, key.query().name(), true));
                };
        Buffer encoded = Buffer.buffer(key.gzip() ? RegionalDocument.gzip(body) : body);
        synchronized (kept) {
            Kept fresh = new Kept(
                    local, versions, encoded, "\"regions-" + System.identityHashCode(this) + "-" + ++bodies + '"');
            kept.put(key, fresh);
            return fresh;
        }
    }
}
