package dev.buoy.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Without users everybody may do what Eureka lets them. Management endpoints are those that are shown unless settings say otherwise. */
@QuarkusTest
class OpenMatrixTest {
    private static final String NOT_SHOWN = "/actuator/(?!health|info|prometheus).+";

    @TestHTTPResource("/")
    String clients;

    @TestHTTPResource(value = "/", management = true)
    String management;

    @Test
    void everybodyIsAnsweredAsTheMatrixSays() {
        MatrixClient client = new MatrixClient(null);
        List<String> wrong = new ArrayList<>();
        for (MatrixRow row : MatrixRow.all()) {
            Integer expected = row.statuses().get("open");
            if (expected == null) {
                continue;
            }
            if (row.path().matches(NOT_SHOWN)) {
                expected = 404;
            }
            client.register(base(clients), null);
            for (String authorization : new String[] {null, MatrixClient.basic("anybody", "anything")}) {
                int status = client.send(base(row.isOfManagement() ? management : clients), row, authorization)
                        .statusCode();
                if (status != expected && !(row.method().equals("DELETE") && authorization != null)) {
                    wrong.add(row.method() + " " + row.path() + ": " + status + " and not " + expected);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String base(String url) {
        URI uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
