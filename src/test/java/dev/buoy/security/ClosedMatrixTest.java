package dev.buoy.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.buoy.testing.TestCertificates;
import dev.buoy.testing.TestIssuer;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every resource and method, asked by everybody there is, over TLS and with users, tokens and certificates. */
@QuarkusTest
@TestProfile(ClosedMatrixTest.Closed.class)
class ClosedMatrixTest {
    private static final java.nio.file.Path FOLDER = java.nio.file.Path.of("target/test-tls");
    private static final java.nio.file.Path KEY_OF_ISSUER = FOLDER.resolve("issuer.der");
    private static final String[] NAMES = {"server", "shop", "nobody"};

    @TestHTTPResource("/")
    String clients;

    @TestHTTPResource(value = "/", tls = true)
    String encrypted;

    @TestHTTPResource(value = "/", management = true)
    String management;

    private final Map<String, String> authorizations = new TreeMap<>();
    private final MatrixClient plain = new MatrixClient(null);
    private TestCertificates certificates;

    /** All ways to say who one is, at once. */
    public static class Closed implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            TestCertificates certificates = TestCertificates.in(FOLDER, NAMES);
            Map<String, String> settings = new HashMap<>();
            Map.of("reader", "reader", "shop", "registrar", "depot", "registrar", "node", "peer", "ops", "admin")
                    .forEach((name, role) -> {
                        settings.put("buoy.security.users." + name + ".password", "{noop}" + name + "-secret");
                        settings.put("buoy.security.users." + name + ".roles", role);
                    });
            settings.put("buoy.security.users.shop.certificate", "CN=shop, O=ACME");
            settings.put("buoy.security.registrars.shop", "ORDERS");
            settings.put("buoy.security.registrars.depot", "STOCK");
            settings.put("buoy.security.tokens", "true");
            settings.put("quarkus.oidc.auth-server-url", TestIssuer.start(KEY_OF_ISSUER));
            settings.put("buoy.security.client-certificates", "request");
            settings.put("quarkus.tls.clients.key-store.pem.0.cert", certificates.file("server.crt"));
            settings.put("quarkus.tls.clients.key-store.pem.0.key", certificates.file("server.key"));
            settings.put("quarkus.tls.clients.trust-store.pem.certs", certificates.file("ca.crt"));
            settings.put("quarkus.http.tls-configuration-name", "clients");
            settings.put("quarkus.http.test-ssl-port", "0");
            settings.put("quarkus.http.insecure-requests", "enabled");
            settings.put("management.endpoints.web.exposure.include", "*");
            settings.put("quarkus.scheduler.enabled", "true"); // for the endpoint that shows it
            return settings;
        }
    }

    @BeforeEach
    void prepare() {
        certificates = TestCertificates.in(FOLDER, NAMES);
        authorizations.put("anonymous", null);
        authorizations.put("reader", MatrixClient.basic("reader", "reader-secret"));
        authorizations.put("own", MatrixClient.basic("shop", "shop-secret"));
        authorizations.put("other", MatrixClient.basic("depot", "depot-secret"));
        authorizations.put("peer", MatrixClient.basic("node", "node-secret"));
        authorizations.put("admin", MatrixClient.basic("ops", "ops-secret"));
        authorizations.put("wrong", MatrixClient.basic("ops", "shop-secret"));
        authorizations.put("expired", token("ops", "admin", -3600));
    }

    private static String token(String name, String role, int seconds) {
        String issuer = ConfigProvider.getConfig().getValue("quarkus.oidc.auth-server-url", String.class);
        return "Bearer "
                + TestIssuer.token(
                        KEY_OF_ISSUER, issuer, name, role, Instant.now().plusSeconds(seconds));
    }

    /** Scheme, host and port: that of the management port comes with its root path. */
    private static String base(String url) {
        URI uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getAuthority();
    }

    @Test
    void everybodyIsAnsweredAsTheMatrixSays() {
        MatrixClient unknown = new MatrixClient(certificates.context("nobody"));
        List<String> wrong = new ArrayList<>();
        for (MatrixRow row : MatrixRow.all()) {
            row.statuses().forEach((who, expected) -> {
                if (who.equals("open")) {
                    return;
                }
                if (row.isWrite()) {
                    plain.register(base(clients), authorizations.get("admin"));
                }
                var answer = who.equals("unknown")
                        ? unknown.send(base(encrypted), row, null)
                        : plain.send(base(row.isOfManagement() ? management : clients), row, authorizations.get(who));
                if (answer.statusCode() != expected) {
                    wrong.add("%s %s by %s: %d and not %d"
                            .formatted(row.method(), row.path(), who, answer.statusCode(), expected));
                }
                if (answer.statusCode() == 401
                        && answer.headers().firstValue("WWW-Authenticate").isEmpty()) {
                    wrong.add(row.method() + " " + row.path() + ": 401 does not say what it asks for");
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void certificateAndTokenOfTheRegistrarAreAsGoodAsItsPassword() {
        MatrixClient byCertificate = new MatrixClient(certificates.context("shop"));
        List<String> wrong = new ArrayList<>();
        String token = token("shop", "registrar", 600);
        for (MatrixRow row : MatrixRow.all()) {
            Integer expected = row.statuses().get("own");
            if (row.isOfManagement() || expected == null) {
                continue;
            }
            plain.register(base(clients), authorizations.get("admin"));
            int certified = byCertificate.send(base(encrypted), row, null).statusCode();
            plain.register(base(clients), authorizations.get("admin"));
            int carried = plain.send(base(clients), row, token).statusCode();
            if (certified != expected || carried != expected) {
                wrong.add("%s %s: %d by certificate, %d by token, and not %d"
                        .formatted(row.method(), row.path(), certified, carried, expected));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void tokenOfAnotherIssuerOrWithoutRolesOfOursIsWorthNothing() {
        String issuer = ConfigProvider.getConfig().getValue("quarkus.oidc.auth-server-url", String.class);
        String good = token("ops", "admin", 600);
        Map<String, Integer> expected = new TreeMap<>(Map.of(
                good,
                200,
                good.substring(0, good.length() - 6) + "AAAAAA",
                401,
                "Bearer x.y.z",
                401,
                "Bearer",
                401,
                token("ops", "root", 600),
                403,
                "Bearer "
                        + TestIssuer.token(
                                KEY_OF_ISSUER,
                                issuer + "/other",
                                "ops",
                                "admin",
                                Instant.now().plusSeconds(600)),
                401));
        expected.forEach((authorization, status) -> assertThat(
                        plain.send(HttpRequest.newBuilder(URI.create(base(clients) + "/eureka/apps"))
                                        .header("Authorization", authorization)
                                        .build())
                                .statusCode())
                .as(authorization)
                .isEqualTo(status));
    }

    @Test
    void everyResourceOfEurekaHasARowForEachOfItsMethods() {
        Map<String, Set<String>> rows = MatrixRow.all().stream()
                .collect(Collectors.groupingBy(
                        MatrixRow::what, TreeMap::new, Collectors.mapping(MatrixRow::method, Collectors.toSet())));
        assertThat(rows.keySet())
                .containsAll(buoy().stream()
                        .filter(type -> type.isAssignableTo("dev.buoy.web.Resource")
                                && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(JavaClass::getSimpleName)
                        .toList());
        for (MatrixRow row : MatrixRow.all()) {
            if (row.what().endsWith("Resource") && row.method().equals("OPTIONS")) {
                String allow = plain.send(base(clients), row, authorizations.get("admin"))
                        .headers()
                        .firstValue("Allow")
                        .orElseThrow();
                assertThat(rows.get(row.what())).as(row.what()).containsAll(Arrays.asList(allow.split(", ")));
            }
        }
    }

    @Test
    void everyOtherEndpointHasARow() {
        Set<String> missing = new TreeSet<>();
        for (JavaClass type : buoy()) {
            if (type.isAnnotatedWith(Path.class)) {
                for (JavaMethod method : type.getMethods()) {
                    httpMethod(method).ifPresent(verb -> {
                        String path = path(type.getAnnotationOfType(Path.class).value(), method);
                        if (hasNoRow("REST", verb, path)) {
                            missing.add(verb + " " + path);
                        }
                    });
                }
            }
            if (type.isAssignableTo("dev.buoy.actuator.Endpoint") && !type.isInterface()) {
                String path = "/actuator/"
                        + type.getSimpleName().replaceFirst("Endpoint$", "").toLowerCase(Locale.ROOT);
                boolean posts = type.getMethods().stream()
                        .anyMatch(method -> method.getName().equals("post"));
                if (hasNoRow("MANAGEMENT", posts ? "POST" : "GET", path + "(/.*)?")) {
                    missing.add((posts ? "POST " : "GET ") + path);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static JavaClasses buoy() {
        return new ClassFileImporter().importPath(java.nio.file.Path.of("target/classes/dev/buoy"));
    }

    private static java.util.Optional<String> httpMethod(JavaMethod method) {
        return method.getAnnotations().stream()
                .filter(annotation -> annotation.getRawType().isAnnotatedWith(HttpMethod.class))
                .map(annotation -> annotation
                        .getRawType()
                        .getAnnotationOfType(HttpMethod.class)
                        .value())
                .findFirst();
    }

    private static String path(String ofClass, JavaMethod method) {
        String path = method.isAnnotatedWith(Path.class)
                ? ofClass + "/" + method.getAnnotationOfType(Path.class).value()
                : ofClass;
        return "/" + path.replaceAll("/+", "/").replaceAll("^/", "");
    }

    private static boolean hasNoRow(String what, String method, String path) {
        String pattern = path.replaceAll("\\{[^}]*}", "[^/]+");
        return MatrixRow.all().stream()
                .noneMatch(row -> row.what().equals(what)
                        && row.method().equals(method)
                        && row.pathOnly().matches(pattern));
    }
}
