package dev.buoy.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Free text entries of an instance. One flat array instead of a hash map: registries hold a hundred thousand of these,
 * nearly all with fewer than ten entries, and read them only to write them out again.
 */
public final class Metadata {
    /** No entries. */
    public static final Metadata EMPTY = new Metadata(new String[0]);

    // key, value, key, value, in the order given
    private final String[] entries;

    private Metadata(String[] entries) {
        this.entries = entries;
    }

    /** The entries of a map, in its order. Neither keys nor values may be null. */
    public static Metadata of(Map<String, String> map) {
        if (map.isEmpty()) {
            return EMPTY;
        }
        String[] entries = new String[2 * map.size()];
        int next = 0;
        for (Map.Entry<String, String> entry : map.entrySet()) {
            entries[next++] = Objects.requireNonNull(entry.getKey(), "metadata key");
            entries[next++] = Objects.requireNonNull(entry.getValue(), "metadata value");
        }
        return new Metadata(entries);
    }

    /** One entry. */
    public static Metadata of(String key, String value) {
        return of(Map.of(key, value));
    }

    public boolean isEmpty() {
        return entries.length == 0;
    }

    public int size() {
        return entries.length / 2;
    }

    public Optional<String> get(String key) {
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i].equals(key)) {
                return Optional.of(entries[i + 1]);
            }
        }
        return Optional.empty();
    }

    public void forEach(BiConsumer<String, String> action) {
        for (int i = 0; i < entries.length; i += 2) {
            action.accept(entries[i], entries[i + 1]);
        }
    }

    /** These entries with the others put over them; entries of both have the value of the others. */
    public Metadata mergedWith(Map<String, String> others) {
        Map<String, String> merged = toMap();
        merged.putAll(others);
        return of(merged);
    }

    /** A copy that the caller may change. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>(entries.length);
        forEach(map::put);
        return map;
    }

    /** Equal entries, whose strings are those of the other where they are equal at the same place. */
    Metadata sharing(Metadata other) {
        if (equals(other)) {
            return other;
        }
        List<String> shared = new ArrayList<>(entries.length);
        for (int i = 0; i < entries.length; i++) {
            boolean same = i < other.entries.length && entries[i].equals(other.entries[i]);
            shared.add(same ? other.entries[i] : entries[i]);
        }
        return new Metadata(shared.toArray(String[]::new));
    }

    /** Equal when they hold the same entries, in whatever order (contract §3.3). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Metadata that
                && (Arrays.equals(entries, that.entries)
                        || entries.length == that.entries.length && toMap().equals(that.toMap()));
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < entries.length; i += 2) {
            hash += entries[i].hashCode() ^ entries[i + 1].hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
