package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pod behind {@code helm test}. What its script does to a running node is tried by {@link RenderedPodIT}. */
class HelmTestPodTest {
    private static final Path TEMPLATE = Path.of("templates/tests/registry.yaml");

    @TempDir
    static Path folder;

    @TempDir
    static Path grafana;

    @BeforeAll
    static void copyChart() throws IOException {
        chartWhosePodIsNoHook(folder, grafana);
    }

    /** The library renders no hooks, so this chart's pod is called something else. */
    static Chart chartWhosePodIsNoHook(Path folder, Path grafana) throws IOException {
        var chart = Chart.copied(folder, grafana);
        var template = folder.resolve(TEMPLATE);
        Files.writeString(template, Files.readString(template).replace("helm.sh/hook\"", "example.com/hook\""));
        return chart;
    }

    @Test
    void runsOnDemandOnly() {
        assertThat(pod("").getMetadata().getAnnotations()).containsEntry("example.com/hook", "test");
        assertThat(Chart.with().render().find(Pod.class)).isEmpty();
    }

    @Test
    void asksTheServiceAndEachNode() {
        assertThat(variables(pod("replicaCount: 2")))
                .isEqualTo("SERVICE=http://buoy:8761/eureka\n"
                        + "NODES=http://buoy-0.buoy-headless.registry.svc.cluster.local:8761/eureka"
                        + " http://buoy-1.buoy-headless.registry.svc.cluster.local:8761/eureka");
    }

    @Test
    void trustsTheAuthorityAndNeverSeesTheKey() {
        var pod = pod("{tls: {enabled: true, existingSecret: s}, service: {port: 443}, replicaCount: 1}");

        assertThat(variables(pod)).contains("https://buoy:443/eureka").contains("https://buoy-0.");
        assertThat(pod.getSpec().getVolumes()).singleElement().satisfies(volume -> {
            assertThat(volume.getSecret().getSecretName()).isEqualTo("s");
            assertThat(volume.getSecret().getItems()).extracting("key").containsExactly("ca.crt");
        });
        assertThat(script(pod)).contains("--cacert /tls/ca.crt");
        assertThat(script(pod(""))).doesNotContain("--cacert").doesNotContain("--insecure");
    }

    @Test
    void isNoNodeOfTheRegistry() {
        var manifests = Chart.in(folder).render();
        var labels = manifests.the(Pod.class).getMetadata().getLabels().entrySet();

        assertThat(manifests.all(Service.class))
                .noneMatch(service ->
                        labels.containsAll(service.getSpec().getSelector().entrySet()));
    }

    @Test
    void isAsConfinedAsANode() {
        var spec = pod("").getSpec();

        assertThat(spec.getAutomountServiceAccountToken()).isFalse();
        assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(spec.getContainers().get(0).getSecurityContext().getReadOnlyRootFilesystem())
                .isTrue();
    }

    @Test
    void imageMayBePinnedAndPulledWithCredentials() {
        var digest = "sha256:" + "0".repeat(64);
        var spec = pod("{tests: {image: {repository: curl, digest: '" + digest + "'}}, imagePullSecrets: [{name: p}]}")
                .getSpec();

        assertThat(spec.getContainers().get(0).getImage()).isEqualTo("curl@" + digest);
        assertThat(spec.getImagePullSecrets()).extracting("name").containsExactly("p");
    }

    @Test
    void showsTheCredentialsOfTheNodes() {
        var pod = pod("auth: {existingSecret: s}");

        assertThat(pod.getSpec().getContainers().get(0).getEnv())
                .filteredOn(variable -> variable.getName().equals("PASSWORD"))
                .singleElement()
                .satisfies(variable -> assertThat(
                                variable.getValueFrom().getSecretKeyRef().getName())
                        .isEqualTo("s"));
        assertThat(script(pod)).contains("--user");
        assertThat(script(pod(""))).doesNotContain("--user");
    }

    private static Pod pod(String values) {
        return Chart.in(folder).and(values).render().the(Pod.class);
    }

    private static String script(Pod pod) {
        return pod.getSpec().getContainers().get(0).getCommand().get(2);
    }

    private static String variables(Pod pod) {
        return pod.getSpec().getContainers().get(0).getEnv().stream()
                .filter(variable -> variable.getValue() != null)
                .map(variable -> variable.getName() + "=" + variable.getValue())
                .collect(Collectors.joining("\n"));
    }
}
