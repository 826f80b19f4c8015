package dev.buoy.cache;

import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The answers kept. Those that name something are bounded in number: the ones not asked for the longest make room. */
final class Slots {
    private final Map<Key, Slot> byKey = new ConcurrentHashMap<>();
    private final int namedAtMost;
    private int named; // guarded by this object's monitor, as is every change of the map

    record Key(FetchQuery query, WireFormat format, WireForm form, boolean gzip) {
        boolean isNamed() {
            return query.kind().isNamed();
        }
    }

    Slots(int namedAtMost) {
        this.namedAtMost = namedAtMost;
    }

    Slot find(Key key) {
        return byKey.get(key);
    }

    synchronized Slot findOrAdd(Key key, Function<Key, Slot> maker) {
        Slot found = byKey.get(key);
        if (found != null) {
            return found;
        }
        if (key.isNamed()) {
            if (named >= namedAtMost) {
                dropOldest(Math.max(1, namedAtMost / 10));
            }
            named++;
        }
        Slot added = maker.apply(key);
        byKey.put(key, added);
        return added;
    }

    /** Drops those that nobody asked for since a time; returns how many. */
    synchronized int dropUnasked(long since) {
        List<Map.Entry<Key, Slot>> idle = byKey.entrySet().stream()
                .filter(entry -> entry.getValue().lastAsked() < since)
                .toList();
        idle.forEach(entry -> drop(entry.getKey(), entry.getValue()));
        return idle.size();
    }

    synchronized boolean has(FetchQuery query) {
        return byKey.keySet().stream().anyMatch(key -> key.query().equals(query));
    }

    /** Length of all bodies kept under such keys. */
    long bytes(Predicate<Key> which) {
        long sum = 0;
        for (Map.Entry<Key, Slot> entry : byKey.entrySet()) {
            if (which.test(entry.getKey())) {
                sum += entry.getValue().bytes();
            }
        }
        return sum;
    }

    private void dropOldest(int count) {
        byKey.entrySet().stream()
                .filter(entry -> entry.getKey().isNamed())
                .sorted(Comparator.comparingLong(entry -> entry.getValue().lastAsked()))
                .limit(count)
                .toList()
                .forEach(entry -> drop(entry.getKey(), entry.getValue()));
    }

    private void drop(Key key, Slot slot) {
        byKey.remove(key);
        if (key.isNamed()) {
            named--;
        }
        slot.close();
    }
}
