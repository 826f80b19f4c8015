package dev.buoy.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.changelog.LogEntry;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.StatusCounts;
import dev.buoy.testing.Instances;
import dev.buoy.testing.RegistryFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds after any sequence of operations. A failing seed is named in the report. */
class RegistryPropertiesTest {
    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private final RegistryFixture fixture = new RegistryFixture();
    private final Registry registry = fixture.registry;

    private void step(Random random) {
        String app = "APP" + random.nextInt(4);
        String id = app.toLowerCase(java.util.Locale.ROOT) + "-" + random.nextInt(60);
        Origin origin = random.nextInt(4) == 0 ? Origin.PEER : Origin.CLIENT;
        InstanceStatus[] statuses = InstanceStatus.values();
        InstanceStatus status = statuses[random.nextInt(statuses.length)];
        switch (random.nextInt(12)) {
            case 0, 1, 2 ->
                registry.register(
                        origin,
                        Instances.instance(app, id)
                                .status(status)
                                .vipAddress(random.nextBoolean() ? "a,b" : "c")
                                .leaseInfo(LeaseInfo.terms(5 + random.nextInt(60), 90))
                                .lastDirtyTimestamp(Instances.DIRTY + random.nextInt(5))
                                .build());
            case 3, 4, 5 -> registry.renew(origin, app, id, Instances.DIRTY + random.nextInt(5), status);
            case 6 -> registry.overrideStatus(origin, app, id, status, Registry.NO_TIMESTAMP);
            case 7 ->
                registry.clearOverride(origin, app, id, random.nextBoolean() ? status : null, Instances.DIRTY + 9);
            case 8 -> registry.updateMetadata(app, id, Map.of("k" + random.nextInt(3), "v"));
            case 9 -> registry.cancel(origin, app, id);
            case 10 -> fixture.clock.advance(Duration.ofSeconds(random.nextInt(20)));
            default -> fixture.evictor.evictExpired();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void replayingTheLogRebuildsTheRegistryAndCountsAgree(long seed) {
        Random random = new Random(seed);
        Map<InstanceKey, InstanceInfo> replayed = new TreeMap<>();
        long place = 0;
        for (int i = 0; i < 400; i++) {
            step(random);
            for (LogEntry entry : fixture.log.after(place).entries()) {
                assertThat(entry.revision()).isEqualTo(++place);
                if (entry.change().kind().removes()) {
                    replayed.remove(entry.change().key());
                } else {
                    replayed.put(entry.change().key(), entry.change().instance());
                }
            }
        }
        RegistryView view = registry.view();
        List<InstanceInfo> listed = new ArrayList<>();
        view.applications().forEach(application -> listed.addAll(application.instances()));
        assertThat(listed).containsExactlyElementsOf(replayed.values());
        assertThat(view.revision()).isEqualTo(place);
        assertThat(view.applications().counts().appsHashCode())
                .isEqualTo(StatusCounts.of(view.applications()).appsHashCode());
        assertThat(registry.leases().size()).isEqualTo(listed.size());
        for (String vip : List.of("a", "b", "c")) {
            long expected = listed.stream()
                    .filter(i -> VipIndex.lists(i.vipAddress(), vip))
                    .count();
            assertThat(registry.applicationsWithVip(vip, false).counts().total())
                    .isEqualTo((int) expected);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void expectedRenewalsAreNeverNegativeNeverDriftAndComeBackToNothing(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 400; i++) {
            step(random);
            double owedByLeases = owedByLeases();
            double owedByLosses = registry.losses().expectedMicros(fixture.clock.millis()) / 1e6;
            Assessment assessment = registry.selfPreservation().assess();
            assertThat(assessment.expected()).isBetween(0.0, owedByLeases + owedByLosses + 1e-6);
            assertThat(owedByLosses == 0).isEqualTo(registry.losses().count() == 0);
            if (assessment.replaced() == 0 && assessment.givenUp() == 0 && !anySilent()) {
                assertThat(assessment.expected()).isEqualTo(owedByLeases + owedByLosses);
            }
        }
        registry.forEachLease(lease -> registry.cancel(
                Origin.CLIENT, lease.instance().app(), lease.instance().instanceId()));
        fixture.clock.advance(Duration.ofMinutes(16));
        assertThat(registry.selfPreservation().assess().expected()).isZero();
    }

    private double owedByLeases() {
        long[] micros = {0};
        registry.forEachLease(
                lease -> micros[0] += 60_000_000L / lease.instance().leaseInfo().renewalIntervalInSecs());
        return micros[0] / 1e6;
    }

    private boolean anySilent() {
        boolean[] silent = {false};
        registry.leases()
                .forEach(lease -> silent[0] |= lease.renewalsDueIn(fixture.clock.millis() - lease.lastRenewal()) > 0);
        return silent[0];
    }
}
