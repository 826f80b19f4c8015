package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each file in {@code ci/} is a way of running that is supported: it renders, strictly, and names real settings. */
class SupportedShapesTest {
    static List<Path> shapes() throws IOException {
        try (var files = Files.list(Chart.FOLDER.resolve("ci"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void helmHasNothingToSayAboutTheChart() {
        var lint = new Helm(Chart.FOLDER).lint().strict().call();

        assertThat(lint.isFailed()).isFalse();
        assertThat(lint.getMessages()).containsExactly("[INFO] Chart.yaml: icon is recommended");
    }

    @Test
    void chartHasTheVersionOfTheProgram() throws IOException {
        var chart = Files.readString(Chart.FOLDER.resolve("Chart.yaml"));
        var pom = Files.readString(Path.of("pom.xml"));
        var version = chart.replaceAll("(?s).*\nversion: (\\S+)\n.*", "$1");

        assertThat(chart).contains("\nappVersion: " + version + "\n");
        assertThat(pom).contains("<artifactId>buoy</artifactId>\n  <version>" + version + "</version>");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void rendersObjectsThatKubernetesReads(Path values) throws Exception {
        var manifests = Chart.with(Files.readString(values)).render();

        assertThat(manifests.all()).hasSizeGreaterThan(4).allSatisfy(object -> {
            assertThat(object.getMetadata().getNamespace()).isEqualTo("registry");
            assertThat(object.getMetadata().getName()).startsWith("buoy");
            assertThat(object.getMetadata().getLabels()).containsEntry("app.kubernetes.io/instance", "buoy");
        });
        assertThat(manifests.all()).extracting(SupportedShapesTest::identity).doesNotHaveDuplicates();
        for (var key : settings(manifests).stringPropertyNames()) {
            assertThat(!key.matches("(eureka|buoy)\\..*") || SettingKeys.knows(key))
                    .as(key)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void passesASecurityReview(Path values) throws IOException {
        var pod = Chart.with(Files.readString(values))
                .render()
                .the(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getSpec();

        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getHostNetwork()).isNull();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod.getContainers()).singleElement().satisfies(container -> {
            var security = container.getSecurityContext();
            assertThat(security.getReadOnlyRootFilesystem()).isTrue();
            assertThat(security.getAllowPrivilegeEscalation()).isFalse();
            assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
            assertThat(container.getResources().getLimits()).containsKey("memory");
        });
    }

    private static String identity(HasMetadata object) {
        return object.getKind() + "/" + object.getMetadata().getName();
    }

    private static Properties settings(Manifests manifests) throws IOException {
        var settings = new Properties();
        settings.load(new StringReader(
                manifests.named(ConfigMap.class, "buoy").getData().get("application.properties")));
        return settings;
    }
}
