package dev.buoy.web;

import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URL;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** P-161: a server that waits to learn what is registered. */
@QuarkusTest
@TestProfile(ClosedGateTest.Waiting.class)
class ClosedGateTest {
    @TestHTTPResource("/")
    URL url;

    /** Waits for five minutes, as is the default. */
    public static final class Waiting implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("eureka.instance.registry.default-open-for-traffic-count", "0");
        }
    }

    @Test
    void readsOfTheRegistryAreRefusedAndNothingElseIs() {
        EurekaClient server = new EurekaClient(url);
        String app = server.registered("i-1");

        for (String refused : List.of("/apps", "/apps/delta", "/apps/" + app, "/vips/x", "/svips/x")) {
            assertThat(server.getJson(refused).expect(403).bytes()).isEmpty();
        }
        server.put(path(app, "i-1")).expect(200);
        server.getJson(path(app, "i-1")).expect(200);
        server.getJson("/instances/i-1").expect(200);
        server.getJson("/status").expect(200);
    }
}
