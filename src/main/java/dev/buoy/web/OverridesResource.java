package dev.buoy.web;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;

/** {@code serverinfo/statusoverrides}: which instances have a status forced on them, by id (contract §1.6). */
@Singleton
final class OverridesResource extends Resource {
    private final Registry registry;

    OverridesResource(Registry registry) {
        super("GET, HEAD, OPTIONS");
        this.registry = registry;
    }

    @Override
    void get(Exchange exchange) {
        StringJoiner overrides = new StringJoiner(",", "{", "}");
        registry.view()
                .applications()
                .forEach(application -> application.forEach(instance -> {
                    if (instance.overriddenStatus() != InstanceStatus.UNKNOWN) {
                        char[] id = JsonStringEncoder.getInstance().quoteAsString(instance.instanceId());
                        overrides.add("\"" + new String(id) + "\":\"" + instance.overriddenStatus() + "\"");
                    }
                }));
        exchange.send(Answer.document(200, WireFormat.JSON, overrides.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
