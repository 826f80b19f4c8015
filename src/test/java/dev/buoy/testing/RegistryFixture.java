package dev.buoy.testing;

import dev.buoy.changelog.ChangeLog;
import dev.buoy.changelog.Origin;
import dev.buoy.config.EurekaServerConfig;
import dev.buoy.model.InstanceInfo;
import dev.buoy.registry.Evictor;
import dev.buoy.registry.Registry;
import dev.buoy.registry.Renewal;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A registry with its log and evictor on a clock that the test moves, and a fleet of clients that renew as it does. */
public final class RegistryFixture {
    public final ManualClock clock = new ManualClock();
    public final ChangeLog log;
    public final Registry registry;
    public final Evictor evictor;
    private final Map<InstanceInfo, Long> fleet = new LinkedHashMap<>(); // instance to the time of its next renewal
    private final long evictionInterval;
    private long nextEviction;

    /** @param settings pairs of full key and value */
    public RegistryFixture(String... settings) {
        EurekaServerConfig server = Settings.server(of("eureka.server.", settings));
        log = new ChangeLog(clock, Duration.ofMinutes(3), 1_000_000);
        registry = new Registry(
                server,
                Settings.lease(of("buoy.lease.", settings)),
                Settings.selfPreservation(of("buoy.self-preservation.", settings)),
                log,
                clock);
        evictor = new Evictor(server, registry, clock, new Random(1));
        evictionInterval = server.evictionIntervalTimerInMs();
        nextEviction = clock.millis() + evictionInterval;
    }

    /** Registers an instance that renews at its own interval until it is stopped. */
    public void start(InstanceInfo instance) {
        registry.register(Origin.CLIENT, instance);
        fleet.put(instance, clock.millis() + renewalInterval(instance));
    }

    /** As {@link #start}, {@code count} of them with ids from 1. */
    public void start(String app, int count) {
        for (int i = 1; i <= count; i++) {
            start(Instances.plain(app, app.toLowerCase(Locale.ROOT) + "-" + i));
        }
    }

    /** The client dies, or the network to it: no more renewals and no farewell. */
    public void stop(String id) {
        fleet.keySet().removeIf(instance -> instance.instanceId().equals(id));
    }

    /** Lets time pass second by second: clients renew, register again when told to, and the evictor runs on its interval. */
    public void pass(Duration time) {
        long end = clock.millis() + time.toMillis();
        while (clock.millis() < end) {
            clock.advance(Duration.ofSeconds(1));
            fleet.replaceAll((instance, due) -> due > clock.millis() ? due : renew(instance));
            if (clock.millis() >= nextEviction) {
                evictor.evictExpired();
                nextEviction += evictionInterval;
            }
        }
    }

    public boolean lists(String app, String id) {
        return registry.view().applications().instance(app, id).isPresent();
    }

    public int size() {
        return registry.view().applications().counts().total();
    }

    private long renew(InstanceInfo instance) {
        var renewal = registry.renew(Origin.CLIENT, instance.app(), instance.instanceId());
        if (renewal.outcome() != Renewal.Outcome.RENEWED) {
            registry.register(Origin.CLIENT, instance);
        }
        return clock.millis() + renewalInterval(instance);
    }

    private static long renewalInterval(InstanceInfo instance) {
        return 1000L * instance.leaseInfo().renewalIntervalInSecs();
    }

    private static String[] of(String prefix, String[] settings) {
        String[] mine = new String[settings.length];
        int length = 0;
        for (int i = 0; i < settings.length; i += 2) {
            if (settings[i].startsWith(prefix)) {
                mine[length++] = settings[i];
                mine[length++] = settings[i + 1];
            }
        }
        return Arrays.copyOf(mine, length);
    }
}
