package dev.buoy.config;

import io.smallrye.config.ConfigSourceInterceptorContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Under which names the settings at hand are spelled, by the name that is documented. */
final class Spellings {
    private static final KnownKeys KNOWN = new KnownKeys();
    private static final Pattern INDEXED = Pattern.compile("(.+)(\\[\\d+])");
    private static final Pattern KEY_FROM_ENVIRONMENT = Pattern.compile("[a-z0-9.]+");

    private final ConfigSourceInterceptorContext context;
    private final Set<String> others = new LinkedHashSet<>();
    private final Map<String, Set<String>> single = new LinkedHashMap<>();
    private final Map<String, Set<String>> belowMaps = new LinkedHashMap<>();
    private final Set<String> inEnvironment = new HashSet<>();

    private Spellings(ConfigSourceInterceptorContext context) {
        this.context = context;
        var names = new TreeSet<String>();
        context.iterateNames().forEachRemaining(names::add);
        names.stream().filter(LooseName::isInEnvironment).map(LooseName::of).forEach(inEnvironment::add);
        // A name from the environment says nothing of case and dots in a map's key: one that is spelled out goes first.
        names.stream().filter(name -> !fromEnvironment(name)).forEach(this::add);
        names.stream().filter(this::fromEnvironment).forEach(this::add);
    }

    static Spellings among(ConfigSourceInterceptorContext context) {
        return new Spellings(context);
    }

    boolean isOf(ConfigSourceInterceptorContext other) {
        return context == other;
    }

    KnownKeys known() {
        return KNOWN;
    }

    private void add(String name) {
        if (!LooseName.isOurs(name)) {
            others.add(name);
            return;
        }
        var key = KNOWN.find(name);
        if (key.isPresent() && key.get().map()) {
            addBelowMap(key.get().name(), name);
            return;
        }
        others.add(name);
        single.computeIfAbsent(Aliases.resolve(LooseName.of(name)), any -> new LinkedHashSet<>())
                .add(name);
        Matcher indexed = INDEXED.matcher(name);
        if (indexed.matches()) {
            KNOWN.find(indexed.group(1)).ifPresent(list -> others.add(list.name() + indexed.group(2)));
        }
    }

    private void addBelowMap(String map, String name) {
        if (fromEnvironment(name)) {
            var spelledOut = belowMaps.entrySet().stream()
                    .filter(entry -> LooseName.of(entry.getKey()).equals(LooseName.of(name)))
                    .toList();
            spelledOut.forEach(entry -> entry.getValue().add(name));
            if (!spelledOut.isEmpty()) {
                return;
            }
        }
        belowMaps
                .computeIfAbsent(documented(map, name), any -> new LinkedHashSet<>())
                .add(name);
    }

    private String documented(String map, String name) {
        var key = LooseName.after(LooseName.of(map), name).replace("\"", "");
        if (LooseName.isInEnvironment(name)) {
            key = key.toLowerCase(Locale.ROOT).replace('_', '.');
        }
        if (key.equalsIgnoreCase("defaultZone")) {
            key = "defaultZone";
        }
        return map + (key.indexOf('.') < 0 ? "." + key : ".\"" + key + "\"");
    }

    /** Whether a name is a variable's, or one that was derived from it. */
    private boolean fromEnvironment(String name) {
        if (LooseName.isInEnvironment(name)) {
            return true;
        }
        if (!LooseName.isOurs(name) || !inEnvironment.contains(LooseName.of(name))) {
            return false;
        }
        var key = KNOWN.find(name);
        return key.isPresent()
                && KEY_FROM_ENVIRONMENT
                        .matcher(LooseName.after(LooseName.of(key.get().name()), name))
                        .matches();
    }

    /** All names to ask the sources for; the first is the one asked for. */
    Iterable<String> of(String name) {
        var all = new LinkedHashSet<String>();
        all.add(name);
        all.addAll(belowMaps.getOrDefault(name, Set.of()));
        if (!isBelowMap(name)) {
            all.addAll(single.getOrDefault(Aliases.resolve(LooseName.of(name)), Set.of()));
        }
        return all;
    }

    boolean isBelowMap(String name) {
        return belowMaps.containsKey(name);
    }

    /** Every name, those below maps as they are documented. */
    Iterator<String> names() {
        List<String> names = new ArrayList<>(others);
        names.addAll(belowMaps.keySet());
        return names.iterator();
    }
}
