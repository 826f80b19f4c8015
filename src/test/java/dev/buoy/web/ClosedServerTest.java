package dev.buoy.web;

import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.path;
import static dev.buoy.web.EurekaClient.wrapped;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that knows its clients, and what it says to those who may not do what they ask for. */
@QuarkusTest
@TestProfile(ClosedServerTest.Closed.class)
class ClosedServerTest {
    /** Of {@code s€cret}. */
    private static final String HASH = "$2y$10$voRcS8sfCNXAPjfATYcateBAGTIak8jkMXD87xgAdGOnqyP9omomG";

    private static final String ODD = "@:/%+ \"€";

    @TestHTTPResource("/")
    URL url;

    private EurekaClient server;

    /** A registrar of two kinds of applications, one with an odd password, a peer, and Spring's user. */
    public static class Closed implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "buoy.security.users.shop.password", HASH,
                    "buoy.security.users.shop.roles", "registrar",
                    "buoy.security.registrars.shop", "ORDERS,PAY-*",
                    "buoy.security.users.odd.password", "{noop}" + ODD,
                    "buoy.security.users.odd.roles", "reader",
                    "buoy.security.users.node.password", HASH,
                    "buoy.security.users.node.roles", "peer",
                    "spring.security.user.name", "eureka",
                    "spring.security.user.password", "s€cret");
        }
    }

    @BeforeEach
    void connect() {
        server = new EurekaClient(url);
    }

    private static String[] as(String user, String password, String... more) {
        String credentials =
                Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        List<String> headers = new ArrayList<>(List.of(more));
        headers.add("Authorization");
        headers.add("Basic " + credentials);
        return headers.toArray(String[]::new);
    }

    private Reply register(String app, String vip, String[] as) {
        return server.register(instance(app, "i-1").put("vipAddress", vip).put("secureVipAddress", vip), as);
    }

    @Test
    void whoeverSaysNothingIsAskedForCredentialsWithoutABody() {
        for (Reply reply : List.of(
                server.getJson("/apps"), server.put(path("ORDERS", "i-1")), server.postJson("/apps/ORDERS", "{}"))) {
            assertThat(reply.expect(401).bytes()).isEmpty();
            assertThat(reply.header("WWW-Authenticate")).startsWith("Basic ");
        }
    }

    @Test
    void wrongPasswordIsRefusedEachTimeItIsSentAndTheRightOneTaken() {
        for (int i = 0; i < 3; i++) {
            server.get("/apps", as("shop", "secret")).expect(401);
            server.get("/apps", as("nobody", "s€cret")).expect(401);
            server.get("/apps", as("shop", "s€cret")).expect(200);
        }
    }

    @Test
    void passwordMayHoldAnyCharacter() {
        server.get("/apps", as("odd", ODD)).expect(200);
        server.get("/apps", as("odd", ODD + "x")).expect(401);
    }

    @Test
    void registrarLivesAWholeLifeInItsApplicationsAndCanDoNothingToOthers() {
        String[] shop = as("shop", "s€cret");
        register("PAY-CARD", "pay-card", shop).expect(204);
        server.put(path("PAY-CARD", "i-1"), shop).expect(200);
        server.put(path("PAY-CARD", "i-1") + "/status?value=OUT_OF_SERVICE", shop)
                .expect(200);
        server.delete(path("PAY-CARD", "i-1") + "/status", shop).expect(200);
        server.put(path("pay-card", "i-1") + "/metadata?k=v", shop).expect(200);
        server.delete(path("PAY-CARD", "i-1"), shop).expect(200);

        register("STOCK", "stock", as("eureka", "s€cret")).expect(204);
        String rule = "buoy.security.registrars.shop does not name STOCK";
        assertThat(register("STOCK", "stock", shop).expect(403).text()).contains(rule);
        assertThat(server.put(path("stock", "i-1"), shop).expect(403).bytes()).isEmpty();
        assertThat(server.put(path("stock", "i-1"), shop).header("X-Buoy-Refused"))
                .isEqualTo(rule);
        server.put(path("STOCK", "i-1") + "/status?value=DOWN", shop).expect(403);
        server.delete(path("STOCK", "i-1") + "/status", shop).expect(403);
        server.put(path("STOCK", "i-1") + "/metadata?k=v", shop).expect(403);
        server.delete(path("STOCK", "i-1"), shop).expect(403);
        server.get(path("STOCK", "i-1"), shop).expect(200);
    }

    @Test
    void nobodyTakesTheVipOfAnother() {
        assertThat(register("ORDERS", "stock", as("shop", "s€cret")).expect(403).text())
                .contains("does not name stock");
        register("ORDERS", "orders,stock", as("shop", "s€cret")).expect(403);
        register("ORDERS", "orders,pay-x", as("shop", "s€cret")).expect(204);
    }

    @Test
    void pathsOfOtherFormsLeadToTheSameRules() {
        String[] shop = as("shop", "s€cret");
        for (String path :
                List.of("//apps//STOCK", "/v2/apps/STOCK/", "/apps/ST%4FCK", "/apps;x=y/STOCK;ORDERS", "/apps/stock")) {
            server.post(
                            path,
                            wrapped(instance("STOCK", "i-2")),
                            as("shop", "s€cret", "Content-Type", "application/json"))
                    .expect(403);
        }
        server.delete("/apps/ORDERS/../STOCK/i-1", shop).expect(404);
    }

    @Test
    void onlyPeersSpeakAsPeers() {
        String[] shop = as("shop", "s€cret", "x-netflix-discovery-replication", "true");
        server.put(path("ORDERS", "i-1"), shop).expect(403);
        server.post(
                        "/peerreplication/batch",
                        "{\"replicationList\":[]}",
                        as("shop", "s€cret", "Content-Type", "application/json"))
                .expect(403);

        String[] node = as("node", "s€cret", "x-netflix-discovery-replication", "true");
        server.put(path("ANYTHING", "i-1"), node).expect(404);
        server.post(
                        "/peerreplication/batch",
                        "{\"replicationList\":[]}",
                        as("node", "s€cret", "Content-Type", "application/json"))
                .expect(200);
        server.put(path("ANYTHING", "i-1"), as("node", "s€cret")).expect(403);
    }

    @Test
    void springsUserMayDoWhatSpringLetsItDo() {
        String[] spring = as("eureka", "s€cret");
        register("ANYTHING-ELSE", "else", spring).expect(204);
        server.put(path("ANYTHING-ELSE", "i-1"), spring).expect(200);
        server.get("/apps/delta", spring).expect(200);
        server.post(
                        "/peerreplication/batch/",
                        "{\"replicationList\":[]}",
                        as("eureka", "s€cret", "Content-Type", "application/json"))
                .expect(200);
        server.delete(path("ANYTHING-ELSE", "i-1"), spring).expect(200);
    }

    @Test
    void malformedCredentialsAreWrongOnes() {
        for (String header : List.of("Basic", "Basic ", "Basic !!!", "Basic Zm9v", "Bearer x", "Digest a=b", "x")) {
            assertThat(server.get("/apps", "Authorization", header).expect(401).bytes())
                    .isEmpty();
        }
    }
}
