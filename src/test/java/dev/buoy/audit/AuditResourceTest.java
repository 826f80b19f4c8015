package dev.buoy.audit;

import static io.restassured.RestAssured.given;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AuditResourceTest {
    @Test
    void whereNobodyIsKnownNobodyMayReadTheTrail() {
        given().get("/buoy/v1/audit").then().statusCode(401);
    }
}
