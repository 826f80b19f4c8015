package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ServiceMonitor, alerts and dashboards: the last two with files of the test in place of {@code grafana/}. */
class MonitoringTest {
    private static final String DASHBOARD = "{\n  \"title\": \"{{ not a template }}\",\n  \"uid\": \"x\"\n}\n";
    private static final String ALERTS = """
            groups:
              - name: lease
                rules:
                  - alert: Gone
                    expr: up == 0
                    annotations:
                      summary: "{{ $labels.instance }} is gone"
                  - alert: Slow
                    expr: up == 1
                    labels:
                      severity: page
                  - record: a:b
                    expr: sum(up)
              - name: noise
                rules:
                  - alert: Noise
                    expr: vector(1)
            """;

    @TempDir
    static Path folder;

    @TempDir
    static Path grafana;

    @TempDir
    static Path packages;

    @BeforeAll
    static void chartWithOtherFiles() throws IOException {
        Chart.copied(folder, grafana);
        Files.writeString(grafana.resolve("buoy-overview.json"), DASHBOARD);
        Files.writeString(grafana.resolve("buoy-cluster.json"), DASHBOARD);
        Files.writeString(grafana.resolve("alerts.yaml"), ALERTS);
    }

    @Test
    void nothingNeedsAnOperatorByDefault() {
        var manifests = Chart.in(folder).render();

        assertThat(manifests.find(ServiceMonitor.class)).isEmpty();
        assertThat(manifests.find(PrometheusRule.class)).isEmpty();
        assertThat(manifests.all(ConfigMap.class)).hasSize(1);
    }

    @Test
    void eachNodeIsScrapedOnceOnItsManagementPort() {
        var manifests = Chart.with("serviceMonitor: {enabled: true, labels: {release: p}, interval: 15s}")
                .render();
        var monitor = manifests.the(ServiceMonitor.class);

        assertThat(monitor.getMetadata().getLabels()).containsEntry("release", "p");
        assertThat(manifests.all(Service.class))
                .filteredOn(service -> service.getMetadata()
                        .getLabels()
                        .entrySet()
                        .containsAll(
                                monitor.getSpec().getSelector().getMatchLabels().entrySet()))
                .extracting(service -> service.getMetadata().getName())
                .containsExactly("buoy-headless");
        assertThat(monitor.getSpec().getEndpoints()).singleElement().satisfies(endpoint -> {
            assertThat(endpoint.getPort()).isEqualTo("management");
            assertThat(endpoint.getPath()).isEqualTo("/q/metrics");
            assertThat(endpoint.getScheme()).isEqualTo("http");
            assertThat(endpoint.getInterval()).isEqualTo("15s");
            assertThat(endpoint.getTlsConfig()).isNull();
        });
    }

    @Test
    void scrapeFollowsTheManagementPortToTls() {
        var endpoint = Chart.with(
                        "{serviceMonitor: {enabled: true}, tls: {enabled: true, existingSecret: s, management: true}}")
                .render()
                .the(ServiceMonitor.class)
                .getSpec()
                .getEndpoints()
                .get(0);

        assertThat(endpoint.getScheme()).isEqualTo("https");
        assertThat(endpoint.getTlsConfig().getCa().getSecret().getName()).isEqualTo("s");
        assertThat(endpoint.getTlsConfig().getServerName()).isEqualTo("buoy.registry.svc");
    }

    @Test
    void scrapeMayBeRelabelled() {
        var endpoint = Chart.with("""
                        serviceMonitor:
                          enabled: true
                          relabelings: [{targetLabel: a, replacement: b}]
                          metricRelabelings: [{action: drop, sourceLabels: [x], regex: y}]
                        """)
                .render()
                .the(ServiceMonitor.class)
                .getSpec()
                .getEndpoints()
                .get(0);

        assertThat(endpoint.getRelabelings()).extracting("targetLabel").containsExactly("a");
        assertThat(endpoint.getMetricRelabelings()).extracting("action").containsExactly("drop");
    }

    @Test
    void alertsAreThoseOfTheFile() {
        var rule = rule("prometheusRule: {enabled: true, labels: {release: p}}");

        assertThat(rule.getMetadata().getLabels()).containsEntry("release", "p");
        assertThat(rule.getSpec().getGroups()).extracting("name").containsExactly("lease", "noise");
        var gone = rule.getSpec().getGroups().get(0).getRules().get(0);
        assertThat(gone.getAlert()).isEqualTo("Gone");
        assertThat(gone.getExpr().getValue()).isEqualTo("up == 0");
        assertThat(gone.getAnnotations()).containsEntry("summary", "{{ $labels.instance }} is gone");
    }

    @Test
    void alertsGetMoreLabels() {
        var rules = rule("prometheusRule: {enabled: true, alertLabels: {team: a, severity: ticket}}")
                .getSpec()
                .getGroups()
                .get(0)
                .getRules();

        assertThat(rules.get(0).getLabels()).containsEntry("team", "a").containsEntry("severity", "ticket");
        assertThat(rules.get(1).getLabels()).containsEntry("severity", "ticket");
        assertThat(rules.get(2).getLabels()).isNullOrEmpty();
    }

    @Test
    void alertsMayBeLeftOutAndAdded() {
        var groups = rule("""
                        prometheusRule:
                          enabled: true
                          disabled: [Gone, Noise]
                          extraGroups: [{name: mine, rules: [{alert: Mine, expr: vector(1)}]}]
                        """).getSpec().getGroups();

        assertThat(groups).extracting("name").containsExactly("lease", "mine");
        assertThat(groups.get(0).getRules()).extracting("alert").containsExactly("Slow", null);
    }

    @Test
    void eachDashboardIsAConfigMapThatTheSidecarFinds() {
        var maps = Chart.in(folder)
                .and("dashboards: {enabled: true, annotations: {grafana_folder: Registry}}")
                .render()
                .all(ConfigMap.class)
                .stream()
                .filter(map -> map.getMetadata().getLabels().containsKey("grafana_dashboard"))
                .toList();

        assertThat(maps)
                .extracting(
                        map -> map.getMetadata().getName(),
                        map -> map.getData().keySet().iterator().next())
                .containsExactlyInAnyOrder(
                        tuple("buoy-dashboard-overview", "buoy-overview.json"),
                        tuple("buoy-dashboard-cluster", "buoy-cluster.json"));
        assertThat(maps).allSatisfy(map -> {
            assertThat(map.getMetadata().getLabels()).containsEntry("grafana_dashboard", "1");
            assertThat(map.getMetadata().getAnnotations()).containsEntry("grafana_folder", "Registry");
            assertThat(map.getData().values()).containsExactly(DASHBOARD);
        });
    }

    @Test
    void sidecarMayLookForAnotherLabel() {
        assertThat(Chart.in(folder)
                        .and("dashboards: {enabled: true, label: dash, labelValue: 'yes'}")
                        .render()
                        .named(ConfigMap.class, "buoy-dashboard-cluster")
                        .getMetadata()
                        .getLabels())
                .containsEntry("dash", "yes");
    }

    @Test
    void theRealFilesAreRenderedAsTheyAre() throws IOException {
        var rendered = new TreeMap<String, String>();
        Chart.with("dashboards: {enabled: true}").render().all(ConfigMap.class).stream()
                .filter(map -> map.getMetadata().getLabels().containsKey("grafana_dashboard"))
                .forEach(map -> rendered.putAll(map.getData()));

        var files = new TreeMap<String, String>();
        for (var file : realDashboards()) {
            files.put(file.getFileName().toString(), Files.readString(file).stripTrailing() + "\n");
        }
        assertThat(rendered).isEqualTo(files);
    }

    @Test
    void packageHoldsWhatTheLinkLeadsTo() throws IOException {
        new Helm(folder).packageIt().withDestination(packages).call();

        try (var packed = Files.newDirectoryStream(packages)) {
            var values = "{dashboards: {enabled: true}, prometheusRule: {enabled: true}}";
            assertThat(Chart.in(packed.iterator().next()).and(values).template())
                    .isEqualTo(Chart.in(folder).and(values).template())
                    .contains("not a template");
        }
    }

    private static List<Path> realDashboards() throws IOException {
        try (var files = Files.list(Path.of("grafana"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private static PrometheusRule rule(String values) {
        return Chart.in(folder).and(values).render().the(PrometheusRule.class);
    }
}
