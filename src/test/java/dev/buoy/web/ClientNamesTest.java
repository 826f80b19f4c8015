package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.config.MetricsConfig;
import dev.buoy.testing.Settings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientNamesTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClientNames clients = new ClientNames(
            Settings.server(), Settings.of(MetricsConfig.class, "buoy.metrics.max-client-names", "2"), meters);

    @Test
    void requestsAreCountedByName() {
        count("DefaultClient", "DefaultClient", "Jersey3DefaultClient");
        clients.count(MultiMap.caseInsensitiveMultiMap());

        assertThat(counted("DefaultClient")).isEqualTo(2);
        assertThat(counted("Jersey3DefaultClient")).isEqualTo(1);
        assertThat(counted("_unnamed")).isEqualTo(1);
        assertThat(counted("_other")).isZero();
    }

    @Test
    void namesBeyondTheCapAreAddedUp() {
        count("a", "b", "c", "d", "a");

        assertThat(counted("a")).isEqualTo(2);
        assertThat(counted("_other")).isEqualTo(2);
        assertThat(meters.getMeters()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_unnamed", "a b", "<script>", "ünïcode", "new\nline"})
    void oddNamesHaveNoNumbersOfTheirOwn(String name) {
        count(name, "x".repeat(65));

        assertThat(counted("_other")).isEqualTo(2);
    }

    @Test
    void nothingIsCountedWhenIdentitiesAreNotLogged() {
        SimpleMeterRegistry others = new SimpleMeterRegistry();
        ClientNames off = new ClientNames(
                Settings.server("eureka.server.log-identity-headers", "false"),
                Settings.of(MetricsConfig.class),
                others);
        off.count(MultiMap.caseInsensitiveMultiMap().add("DiscoveryIdentity-Name", "DefaultClient"));

        assertThat(others.find("eureka.server.client.requests").functionCounters())
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
    }

    private void count(String... names) {
        for (String name : names) {
            clients.count(MultiMap.caseInsensitiveMultiMap().add("DiscoveryIdentity-Name", name));
        }
    }

    private double counted(String name) {
        FunctionCounter counter =
                meters.get("eureka.server.client.requests").tag("name", name).functionCounter();
        return counter.count();
    }
}
