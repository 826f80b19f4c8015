package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.testing.ManualClock;
import dev.buoy.testing.Settings;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** P-164, contract §11. */
class RateLimiterTest {
    private static final MultiMap ANYBODY = MultiMap.caseInsensitiveMultiMap();

    private final ManualClock clock = new ManualClock();

    private RateLimiter limiter(String... settings) {
        return new RateLimiter(Settings.server(settings), clock);
    }

    private static MultiMap named(String name) {
        return MultiMap.caseInsensitiveMultiMap().add("DiscoveryIdentity-Name", name);
    }

    private static int admitted(int attempts, BooleanSupplier attempt) {
        int admitted = 0;
        for (int i = 0; i < attempts; i++) {
            if (attempt.getAsBoolean()) {
                admitted++;
            }
        }
        return admitted;
    }

    @Test
    void burstPassesAtOnceAndAfterThatTheAverageRate() {
        RateLimiter limiter = limiter("eureka.server.rate-limiter-enabled", "true");

        assertThat(admitted(25, () -> limiter.admits(ANYBODY))).isEqualTo(10);
        clock.advance(Duration.ofMillis(8)); // 500 a second
        assertThat(admitted(25, () -> limiter.admits(ANYBODY))).isEqualTo(4);
        clock.advance(Duration.ofHours(1));
        assertThat(admitted(25, () -> limiter.admits(ANYBODY))).isEqualTo(10);
    }

    @Test
    void fullFetchesHaveALowerRateOfTheirOwn() {
        RateLimiter limiter = limiter("eureka.server.rate-limiter-enabled", "true");

        assertThat(admitted(25, () -> limiter.admitsFull(ANYBODY))).isEqualTo(10);
        clock.advance(Duration.ofMillis(20)); // 500 a second for all, 100 of them full
        assertThat(admitted(25, () -> limiter.admitsFull(ANYBODY))).isEqualTo(2);
        assertThat(limiter.admits(ANYBODY))
                .as("the refused ones drew from the common bucket too")
                .isFalse();
    }

    @Test
    void standardAndPrivilegedClientsAreExempt() {
        RateLimiter limiter = limiter(
                "eureka.server.rate-limiter-enabled", "true",
                "eureka.server.rate-limiter-burst-size", "1",
                "eureka.server.rate-limiter-privileged-clients", "billing,audit");

        assertThat(admitted(5, () -> limiter.admits(ANYBODY))).isEqualTo(1);
        for (String name : new String[] {"DefaultClient", "DefaultServer", "billing", "audit"}) {
            assertThat(admitted(5, () -> limiter.admitsFull(named(name)))).isEqualTo(5);
        }
        assertThat(limiter.admits(named("Jersey3DefaultClient"))).isFalse();
    }

    @Test
    void nobodyIsExemptWhenStandardClientsAreThrottled() {
        RateLimiter limiter = limiter(
                "eureka.server.rate-limiter-enabled", "true",
                "eureka.server.rate-limiter-burst-size", "1",
                "eureka.server.rate-limiter-throttle-standard-clients", "true");

        assertThat(admitted(5, () -> limiter.admits(named("DefaultClient")))).isEqualTo(1);
    }

    @Test
    void whileItIsOffExcessIsOnlyCounted() {
        RateLimiter limiter = limiter("eureka.server.rate-limiter-burst-size", "2");

        assertThat(admitted(5, () -> limiter.admits(ANYBODY))).isEqualTo(5);
        assertThat(limiter.excess()).isEqualTo(3);
    }

    @Test
    void sizeOrRateThatIsNotPositiveMeansNoLimit() {
        RateLimiter noSize =
                limiter("eureka.server.rate-limiter-enabled", "true", "eureka.server.rate-limiter-burst-size", "0");
        RateLimiter noRate = limiter(
                "eureka.server.rate-limiter-enabled", "true",
                "eureka.server.rate-limiter-registry-fetch-average-rate", "-1",
                "eureka.server.rate-limiter-full-fetch-average-rate", "0");

        assertThat(admitted(100, () -> noSize.admitsFull(ANYBODY))).isEqualTo(100);
        assertThat(admitted(100, () -> noRate.admitsFull(ANYBODY))).isEqualTo(100);
    }
}
