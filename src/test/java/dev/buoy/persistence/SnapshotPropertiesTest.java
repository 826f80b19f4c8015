package dev.buoy.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.Origin;
import dev.buoy.config.SnapshotConfig;
import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import dev.buoy.registry.LeaseState;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import dev.buoy.testing.RegistryFixture;
import dev.buoy.testing.Settings;
import dev.buoy.wire.EurekaCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For any sequence of operations, what is saved and restored is the same registry. A failing seed is named in the report. */
class SnapshotPropertiesTest {
    private static final String[] TEXTS = {
        "",
        " ",
        "plain",
        "quote\"back\\slash",
        "line\nend\r\ttab",
        "nul\0",
        "<b>&amp;",
        "Grüße",
        "雪 😀",
        "{\"instance\":{}}"
    };

    @TempDir
    Path directory;

    private final RegistryFixture before = new RegistryFixture();

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void wholeFilesHoldEveryFieldThatIsMeantToSurvive(long seed) {
        SnapshotStore store = new FileSnapshotStore(directory, 3, new LeaseDocument(new EurekaCodec()));

        assertThat(afterRestart(seed, store)).isEqualTo(whatMustSurvive(before.registry));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatChangedFromSnapshotToSnapshotAddsUpToTheWhole(long seed) {
        assertThat(afterRestart(seed, new MemoryStore())).isEqualTo(whatMustSurvive(before.registry));
    }

    private Map<InstanceKey, LeaseState> afterRestart(long seed, SnapshotStore store) {
        Random random = new Random(seed);
        Snapshotter snapshotter = snapshotter(store, before);
        snapshotter.restore();
        for (int i = 0; i < 400; i++) {
            step(before, random);
            if (random.nextInt(20) == 0) {
                snapshotter.saveIfMoved();
            }
        }
        before.clock.advance(Duration.ofMinutes(1)); // so that the times of renewal are due
        snapshotter.saveAtShutdown();

        RegistryFixture after = new RegistryFixture();
        after.clock.advance(Duration.ofMillis(before.clock.millis() - after.clock.millis()));
        snapshotter(store, after).restore();
        return whatMustSurvive(after.registry);
    }

    private static Snapshotter snapshotter(SnapshotStore store, RegistryFixture fixture) {
        return new Snapshotter(store, fixture.registry, fixture.log, Settings.of(SnapshotConfig.class), fixture.clock);
    }

    /** All but what last happened, which after a restore is that it was added. */
    static Map<InstanceKey, LeaseState> whatMustSurvive(Registry registry) {
        Map<InstanceKey, LeaseState> leases = new TreeMap<>();
        registry.forEachLease(lease -> {
            InstanceInfo instance =
                    lease.instance().toBuilder().actionType(null).build();
            leases.put(instance.key(), new LeaseState(instance, lease.reported(), lease.override()));
        });
        return leases;
    }

    static void step(RegistryFixture fixture, Random random) {
        Registry registry = fixture.registry;
        String app = "APP" + random.nextInt(4);
        String id = app.toLowerCase(Locale.ROOT) + "-" + random.nextInt(30);
        Origin origin = random.nextInt(4) == 0 ? Origin.PEER : Origin.CLIENT;
        InstanceStatus[] statuses = InstanceStatus.values();
        InstanceStatus status = statuses[random.nextInt(statuses.length)];
        long dirty = Instances.DIRTY + random.nextInt(9);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> registry.register(origin, odd(app, id, status, dirty, random));
            case 3, 4, 5 -> registry.renew(origin, app, id, dirty, status);
            case 6 -> registry.overrideStatus(origin, app, id, status, dirty);
            case 7 -> registry.clearOverride(origin, app, id, random.nextBoolean() ? status : null, dirty);
            case 8 -> registry.updateMetadata(app, id, Map.of(text(random), text(random)));
            case 9 -> registry.cancel(origin, app, id);
            case 10 -> fixture.clock.advance(Duration.ofMillis(random.nextInt(20_000)));
            default -> fixture.evictor.evictExpired();
        }
    }

    private static InstanceInfo odd(String app, String id, InstanceStatus status, long dirty, Random random) {
        InstanceInfoBuilder instance =
                random.nextBoolean() ? Instances.instance(app, id) : Instances.amazonInstance(app, id);
        if (random.nextBoolean()) {
            instance.dataCenterInfo(new DataCenterInfo(DataCenterInfo.Name.Netflix, Metadata.EMPTY));
        }
        return instance.status(status)
                .lastDirtyTimestamp(dirty)
                .hostName(text(random))
                .ipAddr(text(random))
                .port(new PortInfo(random.nextInt(65536), random.nextBoolean()))
                .securePort(new PortInfo(random.nextInt(65536), random.nextBoolean()))
                .countryId(random.nextInt())
                .metadata(metadata(random))
                .leaseInfo(LeaseInfo.terms(random.nextInt(60), random.nextInt(200)))
                .appGroupName(maybe(random))
                .homePageUrl(maybe(random))
                .statusPageUrl(maybe(random))
                .healthCheckUrl(maybe(random))
                .secureHealthCheckUrl(maybe(random))
                .vipAddress(maybe(random))
                .secureVipAddress(maybe(random))
                .asgName(maybe(random))
                .overriddenStatus(random.nextInt(3) == 0 ? status : InstanceStatus.UNKNOWN)
                .build();
    }

    private static Metadata metadata(Random random) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            entries.put(text(random), text(random));
        }
        return Metadata.of(entries);
    }

    private static String maybe(Random random) {
        return random.nextInt(3) == 0 ? null : text(random);
    }

    private static String text(Random random) {
        return TEXTS[random.nextInt(TEXTS.length)];
    }
}
