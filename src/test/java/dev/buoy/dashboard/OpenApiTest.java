package dev.buoy.dashboard;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.is;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OpenApiTest {
    @TestHTTPResource(value = "/", management = true)
    URI management;

    @Test
    void theDocumentOnTheManagementPortNamesEachPathOfOurOwnApi() {
        given().accept("application/json")
                .get(management.resolve("/q/openapi"))
                .then()
                .statusCode(200)
                .body("info.title", is("Buoy"))
                .body("paths", hasKey("/buoy/v1/overview"))
                .body("paths", hasKey("/buoy/v1/renewals"))
                .body("paths", hasKey("/buoy/v1/applications"))
                .body("paths", hasKey("/buoy/v1/instances"))
                .body("paths", hasKey("/buoy/v1/applications/{app}/instances/{id}"))
                .body("paths", hasKey("/buoy/v1/changes"))
                .body("paths", hasKey("/buoy/v1/peers"))
                .body("paths", hasKey("/buoy/v1/self-preservation"))
                .body("paths", hasKey("/buoy/v1/snapshot"))
                .body("paths", hasKey("/buoy/v1/audit"));
    }

    @Test
    void itCanBeTriedOutThere() {
        given().get(management.resolve("/q/swagger-ui/")).then().statusCode(200).body(containsString("swagger-ui"));
    }

    @Test
    void clientsDoNotSeeEither() {
        given().get("/q/openapi").then().statusCode(404);
        given().get("/q/swagger-ui/").then().statusCode(404);
    }
}
