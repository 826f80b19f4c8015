package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What images, {@code compose.yaml}, workflows and chart say of one another holds. */
class DeliveryTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "native"})
    void imageHasTheUserPortsAndFolderThatTheChartExpects(String kind) throws IOException {
        var image = Files.readString(Path.of("src/main/docker/Dockerfile." + kind));
        var pod = Chart.with()
                .render()
                .the(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getSpec();
        var container = pod.getContainers().get(0);
        var security = pod.getSecurityContext();

        assertThat(image)
                .contains("\nUSER " + security.getRunAsUser() + ":" + security.getRunAsGroup() + "\n")
                .contains("\nEXPOSE " + container.getPorts().get(0).getContainerPort() + " "
                        + container.getPorts().get(1).getContainerPort() + "\n")
                .contains("\nWORKDIR /opt/buoy\n");
        assertThat(container.getVolumeMounts()).extracting("mountPath").contains("/opt/buoy/config");
    }

    @Test
    void composeNamesRealSettingsAndFiles() throws Exception {
        var services = compose();
        for (var name : names(services.path("buoy").path("environment"))) {
            assertThat(name.startsWith("QUARKUS_") || SettingKeys.knowsVariable(name))
                    .as(name)
                    .isTrue();
        }
        for (var service : services) {
            for (var volume : service.path("volumes")) {
                var source = volume.asText().split(":")[0];
                assertThat(!source.startsWith(".") || Files.exists(Path.of(source)))
                        .as(source)
                        .isTrue();
            }
        }
    }

    @Test
    void composeWaitsForTheDrain() throws IOException {
        var buoy = compose().path("buoy");
        var variables = buoy.path("environment");

        assertThat(seconds(buoy.path("stop_grace_period")))
                .isGreaterThanOrEqualTo(seconds(variables.path("QUARKUS_SHUTDOWN_DELAY"))
                        + seconds(variables.path("QUARKUS_SHUTDOWN_TIMEOUT"))
                        + 10);
    }

    @Test
    void oneNodeNeedsNoOtherService() throws IOException {
        var services = compose();

        assertThat(names(services))
                .filteredOn(name -> services.path(name).path("profiles").isMissingNode())
                .containsExactly("buoy");
        assertThat(services.path("buoy").has("depends_on")).isFalse();
    }

    @Test
    void composeUsesTheImageOfThisVersion() throws IOException {
        var chart = YAML.readTree(Chart.FOLDER.resolve("Chart.yaml").toFile());

        assertThat(compose().path("buoy").path("image").asText())
                .isEqualTo("buoy:" + chart.path("appVersion").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ci", "release"})
    void workflowRunsWhatExists(String workflow) throws IOException {
        var pom = Files.readString(Path.of("pom.xml"));
        for (var command : commands(workflow)) {
            for (var profile : found("-P([a-z-]+)", command)) {
                assertThat(pom).contains("<id>" + profile + "</id>");
            }
            for (var file : found("\\b((?:src|helm)/[\\w./-]+)", command)) {
                assertThat(Path.of(file)).exists();
            }
            for (var script : found("^(src/[\\w./-]+)", command)) {
                assertThat(Path.of(script)).isExecutable();
            }
        }
    }

    @Test
    void publishedChartIsPinnedToThePublishedImage(@TempDir Path folder) throws Exception {
        var digest = "sha256:" + "0".repeat(64);
        var substitution = commands("release").stream()
                .flatMap(String::lines)
                .filter(line -> line.contains("sed -i"))
                .findFirst()
                .orElseThrow();
        Files.createDirectories(folder.resolve("helm/buoy"));
        Files.copy(Chart.FOLDER.resolve("values.yaml"), folder.resolve("helm/buoy/values.yaml"));

        var shell = new ProcessBuilder("bash", "-euc", substitution)
                .directory(folder.toFile())
                .inheritIO();
        shell.environment().put("IMAGE", "ghcr.io/example/buoy");
        shell.environment().put("digest", digest);
        assertThat(shell.start().waitFor()).isZero();

        var values = YAML.readTree(folder.resolve("helm/buoy/values.yaml").toFile());
        assertThat(values.at("/image/repository").asText()).isEqualTo("ghcr.io/example/buoy");
        assertThat(values.at("/image/digest").asText()).isEqualTo(digest);
        assertThat(values.at("/tests/image/digest").asText()).isEmpty();
    }

    private static JsonNode compose() throws IOException {
        return YAML.readTree(Path.of("compose.yaml").toFile()).path("services");
    }

    private static List<String> commands(String workflow) throws IOException {
        return YAML.readTree(Path.of(".github/workflows/" + workflow + ".yaml").toFile())
                .findValuesAsText("run");
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> names(JsonNode object) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static int seconds(JsonNode value) {
        return Integer.parseInt(value.asText().replace("s", ""));
    }
}
