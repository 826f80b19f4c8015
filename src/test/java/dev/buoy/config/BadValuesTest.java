package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.validator.BeanValidationConfigValidator;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadValuesTest {
    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    @ParameterizedTest
    @CsvSource({
        "eureka.server.enableSelfPreservation, ture, eureka.server.enable-self-preservation",
        "eureka.server.eviction-interval-timer-in-ms, soon, eureka.server.eviction-interval-timer-in-ms",
        "eureka.server.evictionIntervalTimerInMs, 0, eureka.server.eviction-interval-timer-in-ms",
        "eureka.server.retentionTimeInMSInDeltaQueue, -1, eureka.server.retention-time-in-m-s-in-delta-queue",
        "eureka.server.renewal-percent-threshold, 85, eureka.server.renewal-percent-threshold",
        "eureka.server.peer-node-read-timeout-ms, 0, eureka.server.peer-node-read-timeout-ms",
        "eureka.instance.lease-renewal-interval-in-seconds, 0, eureka.instance.lease-renewal-interval-in-seconds",
        "eureka.dashboard.path, status, eureka.dashboard.path",
        "buoy.self-preservation.give-up-after, later, buoy.self-preservation.give-up-after",
        "buoy.http.max-body-size, much, buoy.http.max-body-size"
    })
    void aBadValueIsRefusedWithTheNameOfItsKey(String name, String value, String documented) {
        var builder = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredInterceptors()
                .addDiscoveredConverters()
                .withDefaultValue("smallrye.config.mapping.validate-unknown", "false")
                .withSources(new PropertiesConfigSource(Map.of(name, value), "file", 250))
                .withValidator((BeanValidationConfigValidator) () -> VALIDATOR);
        KnownKeys.INTERFACES.forEach(builder::withMapping);

        assertThatThrownBy(builder::build).hasStackTraceContaining(documented);
    }
}
