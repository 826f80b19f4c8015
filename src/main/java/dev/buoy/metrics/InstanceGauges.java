package dev.buoy.metrics;

import dev.buoy.registry.Registry;
import dev.buoy.registry.RegistryView;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code eureka_server_instances}, under the name and with the labels that Spring gives it. Guarded by its monitor. */
final class InstanceGauges {
    private final Registry registry;
    private final InstanceCounts counts;
    private final MultiGauge gauges;
    private final Map<InstanceCounts.Series, Value> values = new HashMap<>();
    private RegistryView shown;

    private static final class Value {
        private volatile int instances;
    }

    InstanceGauges(Registry registry, int maxApplications, MeterRegistry meters) {
        this.registry = registry;
        this.counts = new InstanceCounts(maxApplications);
        this.gauges = MultiGauge.builder("eureka.server.instances")
                .description("Instances listed, by application and status")
                .register(meters);
    }

    /** Makes the gauges say what the registry lists now. Costs a look at each application, and at the instances of changed ones. */
    synchronized void refresh() {
        RegistryView view = registry.view();
        if (view == shown) {
            return;
        }
        shown = view;
        Map<InstanceCounts.Series, Integer> now = counts.of(view.applications());
        boolean changed = values.keySet().retainAll(now.keySet());
        for (Map.Entry<InstanceCounts.Series, Integer> entry : now.entrySet()) {
            Value value = values.get(entry.getKey());
            if (value == null) {
                value = new Value();
                values.put(entry.getKey(), value);
                changed = true;
            }
            value.instances = entry.getValue();
        }
        if (changed) {
            gauges.register(rows());
        }
    }

    private List<Row<?>> rows() {
        List<Row<?>> rows = new ArrayList<>(values.size());
        values.forEach((series, value) -> rows.add(Row.of(
                Tags.of(
                        "application",
                        series.application(),
                        "status",
                        series.status().name()),
                value,
                held -> held.instances)));
        return rows;
    }
}
