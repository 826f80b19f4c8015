package dev.buoy.cache;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import java.util.Map;
import java.util.Random;

/** Changes of all kinds to a few applications, one of them large. */
final class RandomSteps {
    private static final InstanceStatus[] STATUSES = InstanceStatus.values();

    private final Registry registry;
    private final Random random;
    private final String prefix;

    RandomSteps(long seed, Registry registry, String prefix) {
        this.registry = registry;
        this.random = new Random(seed);
        this.prefix = prefix;
    }

    void step() {
        int which = random.nextInt(6);
        String app = prefix + which;
        String id = "id-" + random.nextInt(which == 0 ? 150 : 1 + which);
        InstanceStatus status = STATUSES[random.nextInt(STATUSES.length)];
        switch (random.nextInt(9)) {
            case 0 -> registry.overrideStatus(Origin.CLIENT, app, id, status, Registry.NO_TIMESTAMP);
            case 1 -> registry.clearOverride(Origin.CLIENT, app, id, null, Registry.NO_TIMESTAMP);
            case 2 -> registry.updateMetadata(app, id, Map.of("k" + random.nextInt(3), "v" + random.nextInt(9)));
            case 3, 4, 5 -> registry.cancel(Origin.CLIENT, app, id);
            default ->
                registry.register(
                        Origin.CLIENT,
                        Instances.instance(app, id).status(status).build());
        }
    }

    void take(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }
}
