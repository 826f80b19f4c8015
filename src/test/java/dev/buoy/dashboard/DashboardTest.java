package dev.buoy.dashboard;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.Metadata;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class DashboardTest {
    private static final String SCRIPT = "<script>alert('1')</script>";
    private static final Pattern TARGET = Pattern.compile("(?:href|src|action|data-events)=\"([^\"]*)\"");

    @Inject
    Registry registry;

    private final List<InstanceInfo> registered = new ArrayList<>();

    private InstanceInfo register(InstanceInfoBuilder builder) {
        InstanceInfo instance = builder.build();
        registry.register(Origin.CLIENT, instance);
        registered.add(instance);
        return instance;
    }

    @AfterEach
    void signOff() {
        registered.forEach(each -> registry.cancel(Origin.CLIENT, each.app(), each.instanceId()));
    }

    private static String page(String path) {
        return given().urlEncodingEnabled(false)
                .accept("text/html")
                .get(path)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static String instancePage(InstanceInfo instance) {
        return page("/instance?" + Links.reference(instance.key()));
    }

    @Test
    void theFirstPageShowsWhatEurekasShows() {
        register(Instances.instance("DASH-ORDERS", "orders-1"));
        register(Instances.instance("DASH-ORDERS", "orders-2").status(InstanceStatus.DOWN));

        assertThat(page("/"))
                .contains(
                        "DASH-ORDERS",
                        "UP (1)",
                        "DOWN (1)",
                        "orders-1",
                        "Lease expiration enabled",
                        "Renews threshold",
                        "Renews (last min)",
                        "DS Replicas",
                        "General Info",
                        "server-uptime",
                        "Instance Info");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/xml", "application/json", "text/html,application/xml;q=0.9,*/*;q=0.8"})
    void theFirstPageIsAPageWhateverIsAccepted(String accept) {
        given().accept(accept).get("/").then().statusCode(200).contentType("text/html");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/applications",
                "/instances",
                "/changes",
                "/lastn",
                "/protected",
                "/peers",
                "/instance?app=X&id=1"
            })
    void noPageHoldsOrAllowsScriptsAndStylesOfItsOwn(String path) {
        register(Instances.instance("X", "1"));

        var answer = given().get(path).then().statusCode(200).extract();

        assertThat(answer.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(answer.asString())
                .doesNotContainPattern("<script(?! src=)|<style|\\sstyle=|\\son[a-z]+=|javascript:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/applications", "/instances", "/changes", "/lastn", "/protected", "/peers"})
    void allLinksOfAPageAreRelativeAndLeadSomewhere(String path) {
        register(Instances.instance("DASH-LINKS", "links-1"));

        Matcher target = TARGET.matcher(page(path));
        int links = 0;
        while (target.find()) {
            String link = target.group(1).replace("&amp;", "&");
            assertThat(link).doesNotContain(":").doesNotStartWith("/");
            if (!link.startsWith("#") && !link.equals("events")) {
                // An instance in the history may be gone.
                given().urlEncodingEnabled(false)
                        .get("/" + link.replaceFirst("^\\./", ""))
                        .then()
                        .statusCode(link.startsWith("instance?") ? anyOf(is(200), is(404)) : is(200));
            }
            links++;
        }
        assertThat(links).isGreaterThan(8);
    }

    @Test
    void whatClientsSayIsTextAndNothingElse() {
        InstanceInfo hostile = register(Instances.instance("DASH-" + SCRIPT, SCRIPT + "\"'&\u202egnp.exe")
                .hostName(SCRIPT)
                .ipAddr("\"><img src=x onerror=alert(1)>")
                .vipAddress(SCRIPT)
                .homePageUrl("javascript:alert(1)")
                .statusPageUrl("JaVaScRiPt:alert(1)//http://example.org")
                .healthCheckUrl("data:text/html," + SCRIPT)
                .metadata(Metadata.of(Map.of(SCRIPT, "{inject}" + SCRIPT, "zone", SCRIPT, "version", SCRIPT))));

        String all = page("/")
                + page("/applications")
                + page("/instances")
                + page("/changes")
                + page("/lastn")
                + instancePage(hostile)
                + page("/instances?q=%3Cscript%3E%22");

        assertThat(all)
                .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;", "{inject}", "javascript:alert(1)")
                .doesNotContain("<script>", "<img src=x")
                .doesNotContainPattern("(?i)href=\"(javascript|data):");
    }

    @Test
    void onlyAddressesOfTheWebBecomeLinks() {
        InstanceInfo instance = register(Instances.instance("DASH-URLS", "urls-1")
                .homePageUrl("https://example.org/home?a=\"b\"")
                .statusPageUrl("http://example.org/status")
                .healthCheckUrl("ftp://example.org/health")
                .secureHealthCheckUrl("https://user:pa55@example.org/health"));

        assertThat(instancePage(instance))
                .contains(
                        "href=\"http://example.org/status\"", "ftp://example.org/health", "https://******@example.org")
                .doesNotContain("href=\"ftp", "pa55", "a=\"b\"");
    }

    @Test
    void secretsInMetadataAreMaskedAndNotFound() {
        InstanceInfo instance = register(Instances.instance("DASH-SECRETS", "secrets-1")
                .metadata(Metadata.of(Map.of("management.password", "hunter2", "team", "blue"))));

        assertThat(instancePage(instance))
                .contains("management.password", "******", "blue")
                .doesNotContain("hunter2");
        assertThat(page("/instances?q=hunter2")).doesNotContain("secrets-1");
        assertThat(page("/instances?q=management.password%3Dhunter2")).doesNotContain("secrets-1");
        assertThat(page("/instances?q=team%3DBLUE+dash-s")).contains("secrets-1");
    }

    @Test
    void aStatusNarrowsAListDown() {
        register(Instances.instance("DASH-FILTER", "filter-up"));
        register(Instances.instance("DASH-FILTER", "filter-down").status(InstanceStatus.DOWN));

        assertThat(page("/instances?app=dash-filter&status=DOWN"))
                .contains("filter-down")
                .doesNotContain("filter-up");
        assertThat(page("/applications?q=filter-up")).contains("DASH-FILTER").doesNotContain("DOWN 1");
    }

    @Test
    void anInstanceTellsItsLeaseItsStatusAndItsPast() {
        InstanceInfo instance = register(Instances.instance("DASH-ONE", "one-1"));
        registry.overrideStatus(Origin.CLIENT, "DASH-ONE", "one-1", InstanceStatus.OUT_OF_SERVICE, -1);

        assertThat(instancePage(instance))
                .contains("Runs out", "OUT_OF_SERVICE", "its client says UP", "STATUS_OVERRIDDEN", "REGISTERED");
    }

    @Test
    void anInstanceThatIsGoneIsNotFoundAndToldOf() {
        InstanceInfo instance = register(Instances.instance("DASH-GONE", "gone-1"));
        registry.cancel(Origin.CLIENT, "DASH-GONE", "gone-1");

        given().get("/instance?" + Links.reference(instance.key()))
                .then()
                .statusCode(404)
                .contentType("text/html")
                .body(containsString("it was cancelled on"));
    }

    @Test
    void namesTooLongForAnAddressLeadToTheirInstanceAllTheSame() {
        InstanceInfo instance = register(Instances.instance("DASH-LONG", "long-" + "ä".repeat(10_240)));

        String list = page("/instances?app=DASH-LONG");

        assertThat(list).contains("long-ää").hasSizeLessThan(20_000);
        assertThat(instancePage(instance)).contains("ä".repeat(10_000));
    }

    @Test
    void lastnListsRegistrationsAndCancellationsNewestFirst() {
        register(Instances.instance("DASH-LASTN", "lastn-1"));
        register(Instances.instance("DASH-LASTN", "lastn-2"));
        registry.cancel(Origin.CLIENT, "DASH-LASTN", "lastn-1");

        String page = page("/lastn");
        String cancelled = page.substring(page.indexOf("id=\"cancelled\""), page.indexOf("id=\"registered\""));
        String newly = page.substring(page.indexOf("id=\"registered\""));

        assertThat(cancelled).contains("DASH-LASTN(lastn-1)").doesNotContain("lastn-2");
        assertThat(newly).containsSubsequence("DASH-LASTN(lastn-2)", "DASH-LASTN(lastn-1)");
    }

    @Test
    void pagesAreReadOnly() {
        given().post("/").then().statusCode(405).header("Allow", equalTo("GET, HEAD"));
    }

    @Test
    void headIsAnsweredWithoutABody() {
        given().head("/applications").then().statusCode(200).body(equalTo(""));
    }

    @Test
    void thereIsNoPageBesides() {
        given().accept("text/html").get("/nothing-here").then().statusCode(404);
    }
}
