package dev.buoy.dashboard;

import dev.buoy.model.InstanceInfo;
import java.util.List;
import java.util.Optional;

/** What clients by habit say of an instance in its metadata. */
final class Labels {
    private static final List<String> VERSION_KEYS =
            List.of("version", "app.version", "application.version", "build.version", "info.version");

    private Labels() {}

    /** The zone that it runs in; on Amazon, the availability zone. */
    static Optional<String> zone(InstanceInfo instance) {
        return instance.metadata()
                .get("zone")
                .or(() -> instance.dataCenterInfo().metadata().get("availability-zone"));
    }

    /** The version that it runs. */
    static Optional<String> version(InstanceInfo instance) {
        return VERSION_KEYS.stream()
                .flatMap(key -> instance.metadata().get(key).stream())
                .findFirst();
    }

    /** The machine image; on Amazon alone. */
    static Optional<String> image(InstanceInfo instance) {
        return instance.dataCenterInfo().metadata().get("ami-id");
    }
}
