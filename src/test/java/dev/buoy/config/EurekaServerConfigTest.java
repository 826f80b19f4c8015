package dev.buoy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.testing.Settings;
import org.junit.jupiter.api.Test;

class EurekaServerConfigTest {
    @Test
    void statesWhatATestSetsAndDefaultsOtherwise() {
        var server = Settings.server(
                "eureka.server.enable-self-preservation", "off",
                "eureka.server.remote-region-app-whitelist.global", "A, B",
                "eureka.server.remote-region-app-whitelist.west", "");

        assertThat(server.enableSelfPreservation()).isFalse();
        assertThat(server.retentionTimeInMSInDeltaQueue()).isEqualTo(180_000);
        assertThat(server.remoteRegionAppWhitelist().get("global").items()).containsExactly("A", "B");
        assertThat(server.remoteRegionAppWhitelist().get("west").items()).isEmpty();
        assertThat(Settings.selfPreservation().giveUpAfter()).hasHours(1);
        assertThat(Settings.lease().eurekaCompatibleExpiry()).isFalse();
    }

    @Test
    void aTypingErrorInASwitchIsNotTakenForANo() {
        assertThatThrownBy(() -> Settings.server("eureka.server.disable-delta", "ture"))
                .hasStackTraceContaining("eureka.server.disable-delta")
                .hasStackTraceContaining("ture");
    }
}
