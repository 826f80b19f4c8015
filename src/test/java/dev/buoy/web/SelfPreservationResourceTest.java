package dev.buoy.web;

import static io.restassured.RestAssured.when;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SelfPreservationResourceTest {
    @TestHTTPResource("/")
    URL url;

    @Test
    void tellsWhatIsExpectedWhatCameAndWhatFollows() {
        new EurekaClient(url).registered("i-1");

        when().get("/buoy/v1/self-preservation")
                .then()
                .statusCode(200)
                .body("enabled", is(true))
                .body("active", is(false))
                .body("leases", greaterThanOrEqualTo(1))
                .body("expectedRenewals", greaterThanOrEqualTo(2f))
                .body("threshold", greaterThanOrEqualTo(1))
                .body("explanation", containsString("."));
    }
}
