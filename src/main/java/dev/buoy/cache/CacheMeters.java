package dev.buoy.cache;

import dev.buoy.wire.WireForm;
import dev.buoy.wire.WireFormat;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** How large the kept answers are, and how long encoding takes, by format, form and compression. */
final class CacheMeters {
    private final Map<Form, Timer> timers = new HashMap<>();

    private record Form(WireFormat format, WireForm form, boolean gzip) {
        static Form of(Slots.Key key) {
            return new Form(key.format(), key.form(), key.gzip());
        }

        Tags tags() {
            return Tags.of(
                    "format", format.name().toLowerCase(Locale.ROOT),
                    "form", form.name().toLowerCase(Locale.ROOT),
                    "encoding", gzip ? "gzip" : "identity");
        }
    }

    CacheMeters(Slots slots, MeterRegistry meters) {
        for (WireFormat format : WireFormat.values()) {
            for (WireForm form : WireForm.values()) {
                publish(new Form(format, form, false), slots, meters);
                publish(new Form(format, form, true), slots, meters);
            }
        }
    }

    private void publish(Form form, Slots slots, MeterRegistry meters) {
        Gauge.builder(
                        "eureka.server.response.cache.size",
                        slots,
                        kept -> kept.bytes(key -> Form.of(key).equals(form)))
                .description("Answers to fetches that are kept, as sent")
                .baseUnit("bytes")
                .tags(form.tags())
                .register(meters);
        timers.put(
                form,
                Timer.builder("eureka.server.response.cache.encode")
                        .description(
                                "Making an answer after a change: encoding what changed and joining it with the rest")
                        .tags(form.tags())
                        .register(meters));
    }

    /** What the making of an answer is timed with. */
    Timer encoding(Slots.Key key) {
        return timers.get(Form.of(key));
    }
}
