package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program starts with what the chart gives it, its probes answer, and {@code helm test} passes. */
class RenderedPodIT {
    @TempDir
    Path folder;

    @Test
    void startsWithExactlyTheseVariablesAndKnowsEachSetting() throws Exception {
        var values = Files.readString(Chart.FOLDER.resolve("ci/file-snapshots-values.yaml"));
        var data = Map.of("/var/lib/buoy", Files.createDirectory(folder.resolve("data")));

        try (var pod = PodProcess.start(Chart.with(values).render(), folder, data, HttpClient.newHttpClient())) {
            assertThat(pod.answers(pod.container().getStartupProbe())).isTrue();
            assertThat(pod.answers(pod.container().getLivenessProbe())).isTrue();
            assertThat(pod.answers(pod.container().getReadinessProbe())).isTrue();
            assertThat(pod.log()).doesNotContain("Unknown setting").doesNotContain("Unrecognized configuration key");
            assertThat(helmTest(values, "http://localhost:" + pod.port() + "/eureka", Map.of()))
                    .contains("lists");
        }
    }

    @Test
    void servesWithTlsAndNothingElse() throws Exception {
        var values = Files.readString(Chart.FOLDER.resolve("ci/tls-secret-values.yaml"));
        var secret = Files.createDirectory(folder.resolve("secret"));
        var certificate = TestCertificate.in(secret);
        var http = HttpClient.newBuilder().sslContext(certificate.trust()).build();

        try (var pod = PodProcess.start(Chart.with(values).render(), folder, Map.of("/etc/buoy/tls", secret), http)) {
            assertThat(pod.container().getLivenessProbe().getHttpGet().getScheme())
                    .isEqualTo("HTTPS");
            assertThat(pod.answers(pod.container().getLivenessProbe())).isTrue();
            assertThat(pod.status("https", pod.port(), "/eureka/apps")).isEqualTo(200);
            assertThat(pod.status("http", pod.port(), "/eureka/apps")).isNotEqualTo(200);
            assertThat(helmTest(values, "https://localhost:" + pod.port() + "/eureka", Map.of("/tls", secret)))
                    .contains("lists");
        }
    }

    /** Runs the script of the test's pod, with this node for the service and for the only node. */
    private String helmTest(String values, String node, Map<String, Path> mounts) throws Exception {
        var chart = Files.createDirectory(folder.resolve("chart"));
        var pod = withoutHooks(chart).and(values).render().the(Pod.class);
        var script = pod.getSpec().getContainers().get(0).getCommand().get(2);
        for (var mount : mounts.entrySet()) {
            script = script.replace(mount.getKey() + "/", mount.getValue() + "/");
        }
        var output = folder.resolve("helm-test.log");
        var shell = new ProcessBuilder("sh", "-euc", script)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        shell.environment().putAll(Map.of("SERVICE", node, "NODES", node, "HOSTNAME", "test-pod"));
        var process = shell.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }

    private static Chart withoutHooks(Path folder) throws IOException {
        return HelmTestPodTest.chartWhosePodIsNoHook(
                folder, Files.createDirectory(folder.resolveSibling("dashboards")));
    }
}
