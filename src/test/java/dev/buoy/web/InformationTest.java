package dev.buoy.web;

import static dev.buoy.web.EurekaClient.fresh;
import static dev.buoy.web.EurekaClient.path;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P-162, P-163 and the rest of the contract §1.6. */
@QuarkusTest
class InformationTest {
    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    @Test // P-163
    void statusTellsOfTheServerInXml() {
        Reply reply = server.get("/status").expect(200);

        assertThat(reply.xml().getDocumentElement().getTagName()).isEqualTo("com.netflix.eureka.util.StatusInfo");
        for (String element :
                List.of("num-of-cpus", "server-uptime", "registered-replicas", "instanceInfo", "hostName")) {
            assertThat(reply.xml().getElementsByTagName(element).getLength())
                    .as(element)
                    .isEqualTo(1);
        }
    }

    @Test // P-163
    void statusTellsOfTheServerInJson() {
        JsonNode status = server.getJson("/status").expect(200).json();

        assertThat(status.at("/generalStats/num-of-cpus").asInt()).isPositive();
        assertThat(status.at("/generalStats/server-uptime").asText()).matches("\\d\\d:\\d\\d");
        assertThat(status.path("applicationStats").has("available-replicas")).isTrue();
        assertThat(status.at("/instanceInfo/status").asText()).isEqualTo("UP");
    }

    @ParameterizedTest // P-162
    @ValueSource(strings = {"?value=ENABLED", "?value=DISABLED", "?value=nonsense", ""})
    void thereAreNoAutoScalingGroups(String query) {
        server.put("/asg/group-1/status" + query).expect(400);
    }

    @Test
    void overridesAreListedById() {
        String id = fresh("\"quoted\"");
        String app = server.registered(id);
        server.put(path(app, id) + "/status?value=OUT_OF_SERVICE").expect(200);

        assertThat(server.get("/serverinfo/statusoverrides")
                        .expect(200)
                        .json()
                        .path(id)
                        .asText())
                .isEqualTo("OUT_OF_SERVICE");
    }

    @Test
    void healthcheckAnswersWithoutABody() {
        assertThat(server.get("/healthcheck").expect(200).bytes()).isEmpty();
    }
}
