package dev.buoy.web;

import dev.buoy.config.HttpConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.Registry;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;

/** {@code apps/{app}/{id}/metadata}: every parameter of the query becomes an entry (contract §5.8). */
@Singleton
final class MetadataResource extends Resource {
    private static final Answer TOO_LARGE = Answer.refusal(413, "metadata too large");

    private final Registry registry;
    private final long largest;

    MetadataResource(Registry registry, HttpConfig config) {
        super("PUT, OPTIONS");
        this.registry = registry;
        this.largest = config.maxBodySize().asLongValue();
    }

    @Override
    void put(Exchange exchange) {
        exchange.operation(Operation.UPDATE_METADATA);
        RequestPath path = exchange.path();
        Map<String, String> entries = Query.all(exchange.query());
        if (isTooMuch(entries, registry.instance(path.application(), path.instanceId()))) {
            exchange.send(TOO_LARGE);
            return;
        }
        boolean known = registry.updateMetadata(path.application(), path.instanceId(), entries);
        exchange.send(known ? Answer.OK : Answer.NOT_FOUND);
    }

    /** One request adds little, but requests without end must not make an instance larger than any registration can. */
    private boolean isTooMuch(Map<String, String> entries, Optional<InstanceInfo> instance) {
        long[] size = {0};
        entries.forEach((key, value) -> size[0] += key.length() + value.length());
        instance.ifPresent(present -> present.metadata().forEach((key, value) -> {
            if (!entries.containsKey(key)) {
                size[0] += key.length() + value.length();
            }
        }));
        return size[0] > largest;
    }
}
