package dev.buoy.actuator;

import dev.buoy.metrics.RegistryMetrics;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Statistic;
import io.micrometer.core.instrument.Tag;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code metrics}: the names of all meters, and the figures of one, added up over all that have the tags asked for. */
@Singleton
final class MetricsEndpoint implements Endpoint {
    private final MeterRegistry meters;
    private final RegistryMetrics registry;

    MetricsEndpoint(MeterRegistry meters, RegistryMetrics registry) {
        this.meters = meters;
        this.registry = registry;
    }

    @Override
    public String id() {
        return "metrics";
    }

    @Override
    public String template() {
        return "{requiredMetricName}";
    }

    @Override
    public Result get(Question question) {
        registry.refresh();
        if (question.path().isEmpty()) {
            Set<String> names = new TreeSet<>();
            meters.getMeters().forEach(meter -> names.add(meter.getId().getName()));
            return Result.of(Map.of("names", names));
        }
        List<Tag> tags = new ArrayList<>();
        for (String tag : question.parameters().getAll("tag")) {
            int colon = tag.indexOf(':');
            if (colon < 1) {
                return Result.status(400);
            }
            tags.add(Tag.of(tag.substring(0, colon), tag.substring(colon + 1)));
        }
        Collection<Meter> found = meters.find(question.path().get(0)).tags(tags).meters();
        return found.isEmpty() || question.path().size() > 1 ? Result.NOT_FOUND : Result.of(describe(found, tags));
    }

    private static Map<String, Object> describe(Collection<Meter> found, List<Tag> asked) {
        Meter.Id id = found.iterator().next().getId();
        Map<Statistic, Double> measured = new LinkedHashMap<>();
        Map<String, Set<String>> tags = new TreeMap<>();
        for (Meter meter : found) {
            for (Measurement one : meter.measure()) {
                measured.merge(
                        one.getStatistic(),
                        one.getValue(),
                        one.getStatistic() == Statistic.MAX ? Double::max : Double::sum);
            }
            meter.getId()
                    .getTags()
                    .forEach(tag -> tags.computeIfAbsent(tag.getKey(), key -> new TreeSet<>())
                            .add(tag.getValue()));
        }
        asked.forEach(tag -> tags.remove(tag.getKey()));

        Map<String, Object> json = new TreeMap<>();
        json.put("name", id.getName());
        if (id.getDescription() != null) {
            json.put("description", id.getDescription());
        }
        if (id.getBaseUnit() != null) {
            json.put("baseUnit", id.getBaseUnit());
        }
        json.put(
                "measurements",
                measured.entrySet().stream()
                        .map(one -> Map.of("statistic", one.getKey().name(), "value", one.getValue()))
                        .toList());
        json.put(
                "availableTags",
                tags.entrySet().stream()
                        .map(tag -> Map.of("tag", tag.getKey(), "values", tag.getValue()))
                        .toList());
        return json;
    }
}
