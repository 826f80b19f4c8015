package dev.buoy.web;

import static dev.buoy.web.EurekaClient.DIRTY;
import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P-106 to P-122: overrides, metadata and cancellation over HTTP. */
@QuarkusTest
class ChangeTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
        app = server.registered("i-1");
    }

    private String app;

    private String state() {
        JsonNode seen = server.read(app, "i-1");
        return seen.path("status").asText() + "/"
                + seen.path("overriddenStatus").asText();
    }

    @Test // P-106, P-107
    void overrideShowsAndSurvivesTheClientsOwnStatus() {
        assertThat(server.put(path(app, "i-1") + "/status?value=OUT_OF_SERVICE&lastDirtyTimestamp=" + DIRTY)
                        .expect(200)
                        .bytes())
                .isEmpty();
        server.put(path(app, "i-1") + "?status=UP&lastDirtyTimestamp=" + DIRTY).expect(200);
        server.register(instance(app, "i-1")).expect(204);

        assertThat(state()).isEqualTo("OUT_OF_SERVICE/OUT_OF_SERVICE");
    }

    @Test // P-108
    void statusThatItHasAlreadyIsNotForced() {
        server.put(path(app, "i-1") + "/status?value=UP").expect(200);

        assertThat(state()).isEqualTo("UP/UNKNOWN");
    }

    @Test // P-109
    void greaterDirtyTimestampIsTakenOver() {
        server.put(path(app, "i-1") + "/status?value=DOWN&lastDirtyTimestamp=" + (DIRTY + 5))
                .expect(200);
        server.put(path(app, "i-1") + "/status?value=UP&lastDirtyTimestamp=" + (DIRTY - 5))
                .expect(200);

        assertThat(server.read(app, "i-1").path("lastDirtyTimestamp").asText()).isEqualTo(Long.toString(DIRTY + 5));
    }

    @Test // P-110, P-117, P-121
    void unknownInstanceAnswers404WithoutABody() {
        String unknown = path(app, "unknown");

        assertThat(server.put(unknown + "/status?value=DOWN").expect(404).bytes())
                .isEmpty();
        assertThat(server.delete(unknown + "/status").expect(404).bytes()).isEmpty();
        assertThat(server.put(unknown + "/metadata?a=b").expect(404).bytes()).isEmpty();
        assertThat(server.delete(unknown).expect(404).bytes()).isEmpty();
    }

    @ParameterizedTest // P-111
    @ValueSource(strings = {"", "?value=", "?value=down", "?value=BROKEN", "?value=DOWN&lastDirtyTimestamp=x"})
    void badOverrideAnswers400AndChangesNothing(String query) {
        Reply reply = server.put(path(app, "i-1") + "/status" + query).expect(400);

        assertThat(reply.json().path("error").asText()).isNotEmpty();
        assertThat(state()).isEqualTo("UP/UNKNOWN");
    }

    @Test // P-112, P-113
    void removedOverrideLeavesTheStatusThatIsGivenOrElseTheClientsOwn() {
        server.put(path(app, "i-1") + "/status?value=DOWN").expect(200);
        server.delete(path(app, "i-1") + "/status?value=STARTING&lastDirtyTimestamp=" + DIRTY)
                .expect(200);
        assertThat(state()).isEqualTo("STARTING/UNKNOWN");

        server.put(path(app, "i-1") + "/status?value=DOWN").expect(200);
        server.delete(path(app, "i-1") + "/status").expect(200);
        assertThat(state()).isEqualTo("UP/UNKNOWN");
    }

    @Test // P-111, P-114
    void removalWithoutAnOverrideIsFineButABadValueIsNot() {
        server.delete(path(app, "i-1") + "/status").expect(200);
        server.delete(path(app, "i-1") + "/status?value=BROKEN").expect(400);
        server.delete(path(app, "i-1") + "/status?value=UP&lastDirtyTimestamp=").expect(400);

        assertThat(state()).isEqualTo("UP/UNKNOWN");
    }

    @Test // P-117 to P-119
    void parametersAreMergedIntoTheMetadata() {
        server.put(path(app, "i-1") + "/metadata?zone=a&two%20words=a%26b&plus=a+b&lastDirtyTimestamp=7")
                .expect(200);
        server.put(path(app, "i-1") + "/metadata?zone=b&zone=c&empty=&bare&text=%E6%9D%B1")
                .expect(200);

        JsonNode metadata = server.read(app, "i-1").path("metadata");
        assertThat(metadata.properties())
                .extracting(entry -> entry.getKey() + "=" + entry.getValue().asText())
                .containsExactlyInAnyOrder(
                        "zone=b", "two words=a&b", "plus=a b", "lastDirtyTimestamp=7", "empty=", "bare=", "text=東");
    }

    @Test // P-120
    void metadataLeavesTheStatusAlone() {
        server.put(path(app, "i-1") + "/status?value=OUT_OF_SERVICE").expect(200);
        server.put(path(app, "i-1") + "/metadata?zone=a").expect(200);

        assertThat(state()).isEqualTo("OUT_OF_SERVICE/OUT_OF_SERVICE");
        assertThat(server.getJson("/apps/delta")
                        .instancesOf(app)
                        .path(0)
                        .at("/metadata/zone")
                        .asText())
                .isEqualTo("a");
    }

    @Test // P-115, P-121, P-122
    void cancelledInstanceIsGoneWithItsOverrideAndMayComeBack() {
        server.register(instance(app, "i-2")).expect(204);
        server.put(path(app, "i-1") + "/status?value=DOWN").expect(200);

        assertThat(server.delete(path(app, "i-1")).expect(200).bytes()).isEmpty();
        server.delete(path(app, "i-1")).expect(404);
        server.getJson(path(app, "i-1")).expect(404);
        server.getJson(path(app, "i-2")).expect(200);

        server.register(instance(app, "i-1")).expect(204);
        assertThat(state()).isEqualTo("UP/UNKNOWN");
    }
}
