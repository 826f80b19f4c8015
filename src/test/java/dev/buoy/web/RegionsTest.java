package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another region's instances beside the own (contract §10). */
@QuarkusTest
@QuarkusTestResource(value = RemoteServer.class, restrictToAnnotatedClass = true)
class RegionsTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> server.getJson("/apps?regions=west").status() == 200);
        server.register(EurekaClient.instance("SHARED", "own-1")).expect(204);
    }

    @Test
    void allRegionsAreShownToThoseWhoDoNotAsk() {
        assertThat(idsIn("/apps")).contains("own-1", "west-1", "west-2");
    }

    @Test
    void aRegionThatIsAskedForIsShown() {
        assertThat(idsIn("/apps?regions=WEST")).contains("own-1", "west-1", "west-2");
        assertThat(idsIn("/apps?regions=west%2Ceast")).contains("own-1", "west-1", "west-2");
    }

    @Test
    void anUnknownRegionAddsNothing() {
        assertThat(idsIn("/apps?regions=unknown")).contains("own-1").doesNotContain("west-1", "west-2");
    }

    @Test
    void theHashCodeIsOfWhatIsListedInFullAnswersAndInDeltas() {
        JsonNode all = server.getJson("/apps").json().path("applications");
        JsonNode delta = server.getJson("/apps/delta").json().path("applications");

        assertThat(all.path("apps__hashcode").asText())
                .isEqualTo("UP_" + idsIn("/apps").size() + "_");
        assertThat(delta.path("apps__hashcode").asText())
                .isEqualTo(all.path("apps__hashcode").asText());
        assertThat(idsIn("/apps/delta")).contains("own-1", "west-1", "west-2");
    }

    @Test
    void anApplicationThatIsHereIsShownFromHereAlone() {
        assertThat(server.getJson("/apps/SHARED").text()).contains("own-1").doesNotContain("west-1");
    }

    @Test
    void anApplicationThatIsNotHereIsShownFromElsewhere() {
        assertThat(server.getJson("/apps/WESTERN").text()).contains("west-2");
        assertThat(server.getJson("/apps/WESTERN/west-2").status()).isEqualTo(200);
        assertThat(server.getJson("/instances/west-2").status()).isEqualTo(200);
        assertThat(server.getJson("/apps/NOWHERE").status()).isEqualTo(404);
    }

    @Test
    void aVipIsLookedForInAllRegions() {
        assertThat(idsIn("/vips/western-vip")).containsExactly("west-1", "west-2");
    }

    @Test
    void anAnswerThatTheClientHasIsNotSentAgain() {
        Reply first = server.getJson("/apps?regions=west");
        Reply second =
                server.get("/apps?regions=west", "Accept", "application/json", "If-None-Match", first.header("ETag"));

        assertThat(second.status()).isEqualTo(304);
    }

    @Test
    void whatIsElsewhereCannotBeRenewedHere() {
        assertThat(server.put("/apps/WESTERN/west-2").status()).isEqualTo(404);
    }

    private Set<String> idsIn(String path) {
        Set<String> ids = new TreeSet<>();
        for (JsonNode application :
                server.getJson(path).json().path("applications").path("application")) {
            application
                    .path("instance")
                    .forEach(i -> ids.add(i.path("instanceId").asText()));
        }
        return ids;
    }
}
