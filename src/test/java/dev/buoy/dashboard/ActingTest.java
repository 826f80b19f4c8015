package dev.buoy.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.audit.AuditEntry;
import dev.buoy.audit.AuditTrail;
import dev.buoy.audit.Outcome;
import dev.buoy.changelog.Origin;
import dev.buoy.model.InstanceKey;
import dev.buoy.model.InstanceStatus;
import dev.buoy.registry.Registry;
import dev.buoy.testing.Instances;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ActingTest {
    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([0-9a-f]+)\"");
    private static final String APP = "ACTING";
    private static final String ONE = Links.reference(new InstanceKey(APP, "acting-1"));
    private static final String TWO = Links.reference(new InstanceKey(APP, "acting-2"));

    @Inject
    PagesServer.Parts parts;

    @Inject
    Registry registry;

    @Inject
    AuditTrail trail;

    private PagesServer admin;

    private static SecurityIdentity user(String name, String role) {
        return QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal(name))
                .addRole(role)
                .build();
    }

    @BeforeEach
    void start() {
        admin = PagesServer.as(parts, user("ada", "admin"));
        registry.register(Origin.CLIENT, Instances.plain(APP, "acting-1"));
        registry.register(Origin.CLIENT, Instances.plain(APP, "acting-2"));
    }

    @AfterEach
    void close() {
        admin.close();
        registry.cancel(Origin.CLIENT, APP, "acting-1");
        registry.cancel(Origin.CLIENT, APP, "acting-2");
    }

    private InstanceStatus status(String id) {
        return registry.view().applications().instance(APP, id).orElseThrow().status();
    }

    private static String token(PagesServer server, String... form) {
        String page = server.post("/confirm", form).body();
        Matcher token = TOKEN.matcher(page);
        assertThat(token.find()).as(page).isTrue();
        return token.group(1);
    }

    private void act(String deed, String... instances) {
        String[] form = new String[2 + 2 * instances.length];
        form[0] = "deed";
        form[1] = deed;
        for (int i = 0; i < instances.length; i++) {
            form[2 + 2 * i] = "instance";
            form[3 + 2 * i] = instances[i];
        }
        String[] signed = new String[form.length + 2];
        System.arraycopy(form, 0, signed, 2, form.length);
        signed[0] = "csrf";
        signed[1] = token(admin, form);
        assertThat(admin.post("/act", signed).statusCode()).isEqualTo(200);
    }

    @Test
    void severalInstancesAreTakenOutOfServiceAndBroughtBack() {
        act("take-out", ONE, TWO);
        assertThat(status("acting-1")).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
        assertThat(status("acting-2")).isEqualTo(InstanceStatus.OUT_OF_SERVICE);

        act("bring-back", ONE);
        assertThat(status("acting-1")).isEqualTo(InstanceStatus.UP);
        assertThat(status("acting-2")).isEqualTo(InstanceStatus.OUT_OF_SERVICE);
    }

    @Test
    void aClearedOverrideLeavesWhatTheClientSays() {
        registry.register(
                Origin.CLIENT,
                Instances.instance(APP, "acting-1").status(InstanceStatus.DOWN).build());
        act("take-out", ONE);

        act("clear", ONE);

        assertThat(status("acting-1")).isEqualTo(InstanceStatus.DOWN);
    }

    @Test
    void aWholeApplicationIsRemoved() {
        String token = token(admin, "whole", "remove", "app", APP);

        String page =
                admin.post("/act", "csrf", token, "whole", "remove", "app", APP).body();

        assertThat(page).contains("2 of 2 done");
        assertThat(registry.view().applications().application(APP)).isEmpty();
    }

    @Test
    void whatIsDoneGoesToPeersAsAClientsDeedWouldAndIsWrittenDown() {
        act("take-out", ONE);

        assertThat(trail.entries().get(0))
                .returns("ada", AuditEntry::who)
                .returns("127.0.0.1", AuditEntry::from)
                .returns("take out of service", AuditEntry::action)
                .returns("ACTING(acting-1)", AuditEntry::target)
                .returns(Outcome.DONE, AuditEntry::outcome)
                .returns("was UP, is OUT_OF_SERVICE", AuditEntry::detail);
        assertThat(admin.get("/changes?kind=STATUS_OVERRIDDEN&q=acting-1").body())
                .contains("CLIENT");
        assertThat(admin.get("/audit").body()).contains("take out of service", "ada");
    }

    @Test
    void theConfirmationSaysWhatWillHappenAndDoesNothing() {
        String page = admin.post("/confirm", "deed", "remove", "instance", ONE).body();

        assertThat(page).contains("Remove: 1 instance?", "acting-1", "registers again", "Do it");
        assertThat(status("acting-1")).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void withoutTheTokenOfAFormNothingIsDone() {
        String token = token(admin, "deed", "take-out", "instance", ONE);

        assertThat(admin.post("/act", "deed", "take-out", "instance", ONE).statusCode())
                .isEqualTo(403);
        assertThat(admin.post("/act", "csrf", token.replace(token.charAt(0), '-'), "deed", "take-out", "instance", ONE)
                        .statusCode())
                .isEqualTo(403);
        assertThat(trail.entries().get(0))
                .returns("ada", AuditEntry::who)
                .returns("take out of service", AuditEntry::action)
                .returns(Outcome.REFUSED, AuditEntry::outcome);
        assertThat(admin.postFromElsewhere("/act", "csrf", token, "deed", "take-out", "instance", ONE)
                        .statusCode())
                .isEqualTo(403);
        assertThat(status("acting-1")).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void aTokenThatTheBrowserDoesNotKeepIsWorthNothing() {
        String token = token(admin, "deed", "take-out", "instance", ONE);

        try (PagesServer other = PagesServer.as(parts, user("ada", "admin"))) {
            assertThat(other.post("/act", "csrf", token, "deed", "take-out", "instance", ONE)
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(status("acting-1")).isEqualTo(InstanceStatus.UP);
    }

    @Test
    void whoIsNoAdministratorSeesNoFormsAndMayNotSendThem() {
        try (PagesServer reader = PagesServer.as(parts, user("rob", "reader"))) {
            assertThat(reader.get("/instances?app=" + APP).body())
                    .contains("acting-1", "rob")
                    .doesNotContain("<button type=\"submit\" name=");
            assertThat(reader.post("/confirm", "deed", "remove", "instance", ONE)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(reader.post("/act", "deed", "remove", "instance", ONE).statusCode())
                    .isEqualTo(403);
            assertThat(reader.get("/audit").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void whereEverythingIsOpenNobodyMayAct() {
        try (PagesServer open = PagesServer.at(parts, "/")) {
            assertThat(open.get("/instances").body()).doesNotContain("<form method=\"post\"");
            assertThat(open.post("/confirm", "deed", "remove", "instance", ONE).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void anInstanceThatHasGoneMeanwhileIsReported() {
        String token = token(admin, "deed", "take-out", "instance", ONE);
        registry.cancel(Origin.CLIENT, APP, "acting-1");

        assertThat(admin.post("/act", "csrf", token, "deed", "take-out", "instance", ONE)
                        .body())
                .contains("no longer listed");
    }

    @Test
    void anInstanceWithNamesTooLongForAnAddressCanBeActedOn() {
        var instance = Instances.plain(APP, "acting-" + "x".repeat(5_000));
        registry.register(Origin.CLIENT, instance);

        act("remove", Links.reference(instance.key()));

        assertThat(registry.view().applications().instance(APP, instance.instanceId()))
                .isEmpty();
    }
}
