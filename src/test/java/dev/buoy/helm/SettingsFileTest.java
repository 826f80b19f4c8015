package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What the values make of the settings file, read the way a node reads it. */
class SettingsFileTest {
    @Test
    void nodesFindOneAnotherThroughTheHeadlessService() throws IOException {
        var settings = settings("");

        assertThat(raw(settings, "buoy.peers.dns")).isEqualTo("_http._tcp.buoy-headless.registry.svc.cluster.local");
        assertThat(settings.getValue("eureka.instance.hostname", String.class))
                .isEqualTo("buoy-0.buoy-headless.registry.svc.cluster.local");
    }

    @Test
    void clusterMayHaveAnotherDomain() throws IOException {
        assertThat(raw(settings("clusterDomain: k8s.example.com"), "buoy.peers.dns"))
                .isEqualTo("_http._tcp.buoy-headless.registry.svc.k8s.example.com");
    }

    @Test
    void settingsKeepTheirNamesAndValues() throws IOException {
        var settings = settings("""
                eureka:
                  server:
                    enable-self-preservation: false
                    renewal-percent-threshold: 0.9
                    eviction-interval-timer-in-ms: 30000000
                    remote-region-urls-with-name:
                      us-west-1: http://west:8761/eureka/
                    rate-limiter-privileged-clients: [one, two]
                buoy:
                  self-preservation:
                    give-up-after: 2h
                """);

        assertThat(raw(settings, "eureka.server.enable-self-preservation")).isEqualTo("false");
        assertThat(raw(settings, "eureka.server.renewal-percent-threshold")).isEqualTo("0.9");
        assertThat(raw(settings, "eureka.server.eviction-interval-timer-in-ms")).isEqualTo("30000000");
        assertThat(raw(settings, "eureka.server.remote-region-urls-with-name.us-west-1"))
                .isEqualTo("http://west:8761/eureka/");
        assertThat(settings.getValues("eureka.server.rate-limiter-privileged-clients", String.class))
                .containsExactly("one", "two");
        assertThat(raw(settings, "buoy.self-preservation.give-up-after")).isEqualTo("2h");
    }

    @Test
    void charactersThatMeanSomethingInAFileOfPropertiesAreKept() throws IOException {
        var settings = settings("""
                settings:
                  a: 'back\\slash'
                  b: " leading space"
                  c: "two\\nlines"
                  d: ["with, comma", plain]
                  'e:f g=h': "#1=2"
                """);

        assertThat(raw(settings, "a")).isEqualTo("back\\slash");
        assertThat(raw(settings, "b")).isEqualTo(" leading space");
        assertThat(raw(settings, "c")).isEqualTo("two\nlines");
        assertThat(settings.getValues("d", String.class)).containsExactly("with, comma", "plain");
        assertThat(raw(settings, "e:f g=h")).isEqualTo("#1=2");
    }

    @Test
    void whatTheValuesSayWinsOverWhatTheChartDerives() throws IOException {
        var settings = settings("""
                buoy:
                  peers:
                    dns: _eureka._tcp.example.com
                settings:
                  quarkus.shutdown.timeout: 1m
                """);

        assertThat(raw(settings, "buoy.peers.dns")).isEqualTo("_eureka._tcp.example.com");
        assertThat(raw(settings, "quarkus.shutdown.timeout")).isEqualTo("1m");
    }

    @Test
    void drainIsThatOfThePod() throws IOException {
        var settings = settings("drain: {delaySeconds: 7, timeoutSeconds: 11}");

        assertThat(raw(settings, "quarkus.shutdown.delay")).isEqualTo("7s");
        assertThat(raw(settings, "quarkus.shutdown.timeout")).isEqualTo("11s");
    }

    @Test
    void snapshotsGoNowhereUnlessAskedFor() throws IOException {
        assertThat(settings("").getPropertyNames())
                .noneMatch(name -> name.startsWith("buoy.snapshot") || name.startsWith("quarkus.datasource"));
    }

    @Test
    void snapshotsGoToTheVolume() throws IOException {
        var settings = settings("persistence: {enabled: true}");

        assertThat(raw(settings, "buoy.snapshot.store")).isEqualTo("file");
        assertThat(raw(settings, "buoy.snapshot.directory")).isEqualTo("/var/lib/buoy");
    }

    @Test
    void snapshotsGoToTheDatabaseAndItsPasswordIsNotInTheFile() throws IOException {
        var settings = settings(
                "postgresql: {enabled: true, host: db, port: 5433, parameters: sslmode=require, existingSecret: s}");

        assertThat(raw(settings, "buoy.snapshot.store")).isEqualTo("postgres");
        assertThat(raw(settings, "quarkus.datasource.jdbc.url"))
                .isEqualTo("jdbc:postgresql://db:5433/buoy?sslmode=require");
        assertThat(settings.getPropertyNames()).noneMatch(name -> name.contains("password"));
    }

    @Test
    void databaseIsCheckedByItsAuthority() throws IOException {
        var settings = settings("""
                postgresql: {enabled: true, host: db, parameters: connectTimeout=5, existingSecret: s, caSecret: a, caKey: root.pem}
                """);

        assertThat(raw(settings, "quarkus.datasource.jdbc.url"))
                .isEqualTo("jdbc:postgresql://db:5432/buoy"
                        + "?sslmode=verify-full&sslrootcert=/etc/buoy/postgresql/root.pem&connectTimeout=5");
    }

    @Test
    void plainHttpIsTheDefault() throws IOException {
        assertThat(settings("").getPropertyNames()).noneMatch(name -> name.contains("tls") || name.contains("ssl"));
    }

    @Test
    void withTlsTheApiIsServedWithNothingElse() throws IOException {
        var settings = settings("tls: {enabled: true, existingSecret: s, reloadPeriod: 1h}");

        assertThat(raw(settings, "quarkus.http.insecure-requests")).isEqualTo("disabled");
        assertThat(raw(settings, "quarkus.http.ssl-port")).isEqualTo("8761");
        assertThat(raw(settings, "quarkus.http.tls-configuration-name")).isEqualTo("buoy");
        assertThat(raw(settings, "quarkus.tls.buoy.key-store.pem.0.cert")).isEqualTo("/etc/buoy/tls/tls.crt");
        assertThat(raw(settings, "quarkus.tls.buoy.key-store.pem.0.key")).isEqualTo("/etc/buoy/tls/tls.key");
        assertThat(raw(settings, "quarkus.tls.buoy.reload-period")).isEqualTo("1h");
        assertThat(raw(settings, "quarkus.management.tls-configuration-name")).isNull();
        assertThat(raw(settings, "buoy.peers.dns")).startsWith("_https._tcp.");
        assertThat(raw(settings, "buoy.peers.dns-scheme")).isEqualTo("https");
    }

    @Test
    void nodesTrustOneAnotherByTheAuthorityInTheSecret() throws IOException {
        var settings = settings("tls: {enabled: true, existingSecret: s, caKey: ca.crt}");

        assertThat(raw(settings, "buoy.peers.tls-configuration-name")).isEqualTo("peers");
        assertThat(raw(settings, "quarkus.tls.peers.trust-store.pem.certs")).isEqualTo("/etc/buoy/tls/ca.crt");
        assertThat(raw(settings, "quarkus.tls.peers.reload-period")).isEqualTo("10m");
        assertThat(settings("tls: {enabled: true, existingSecret: s}").getPropertyNames())
                .noneMatch(name -> name.contains("peers.t"));
    }

    @Test
    void usersAreReadFromTheirSecret() throws IOException {
        assertThat(raw(settings("auth: {usersSecret: s, usersKey: people}"), "buoy.security.users-file"))
                .isEqualTo("/etc/buoy/users/people");
        assertThat(settings("").getPropertyNames()).noneMatch(name -> name.startsWith("buoy.security"));
    }

    @Test
    void managementIsServedWithTlsIfAskedFor() throws IOException {
        assertThat(raw(
                        settings("tls: {enabled: true, existingSecret: s, management: true}"),
                        "quarkus.management.tls-configuration-name"))
                .isEqualTo("buoy");
    }

    @Test
    void changedSettingRestartsTheNodes() {
        assertThat(checksum("")).isEqualTo(checksum("replicaCount: 5")).isNotEqualTo(checksum("settings: {a: 1}"));
    }

    private static String checksum(String values) {
        return Chart.with(values)
                .render()
                .the(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .get("checksum/settings");
    }

    private static String raw(SmallRyeConfig settings, String key) {
        return settings.getConfigValue(key).getValue();
    }

    private static SmallRyeConfig settings(String values) throws IOException {
        var file = Chart.with(values).render().named(ConfigMap.class, "buoy").getData();
        assertThat(file).containsOnlyKeys(List.of("application.properties"));
        var properties = new Properties();
        properties.load(new StringReader(file.get("application.properties")));
        var entries = new HashMap<String, String>(Map.of("POD_NAME", "buoy-0"));
        properties.stringPropertyNames().forEach(key -> entries.put(key, properties.getProperty(key)));
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withSources(new PropertiesConfigSource(entries, "file", 260))
                .build();
    }
}
