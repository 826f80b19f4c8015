package dev.buoy.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which key somebody may have meant. */
final class NearestKey {
    /** Shorter last parts ("path", "enabled") are found at the end of too many names. */
    private static final int TELLING_LENGTH = 10;

    private NearestKey() {}

    /** The nearest known key, if one is near: the same last part, or at most every fifth letter different. */
    static Optional<String> to(String name, KnownKeys known) {
        return Stream.concat(known.single().stream(), known.maps().stream())
                .map(key -> new Candidate(
                        key.name(), distance(LooseName.of(key.map() ? asLongAs(key, name) : name), key.name())))
                .filter(candidate -> candidate.distance <= candidate.name.length() / 5)
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    /** Without the parts that stand below a map. */
    private static String asLongAs(KnownKeys.Key map, String name) {
        return Arrays.stream(name.split("\\."))
                .limit(map.name().split("\\.").length)
                .collect(Collectors.joining("."));
    }

    private static int distance(String loose, String key) {
        var lastPart = LooseName.of(key.substring(key.lastIndexOf('.') + 1));
        int letters = editDistance(loose, LooseName.of(key));
        boolean sameLastPart = lastPart.length() >= TELLING_LENGTH && loose.endsWith(lastPart);
        return sameLastPart ? Math.min(letters, 1) : letters;
    }

    /** Letters to insert, remove or replace. */
    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }

    private record Candidate(String name, int distance) {}
}
