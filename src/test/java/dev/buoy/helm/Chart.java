package dev.buoy.helm;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The chart as Helm itself sees it. */
final class Chart {
    static final Path FOLDER = Path.of("helm", "buoy").toAbsolutePath();

    private final Path folder;
    private final List<String> values = new ArrayList<>();
    private String release = "buoy";
    private String kubeVersion = "1.32.0";

    private Chart(Path folder) {
        this.folder = folder;
    }

    /** With the values that a test states, as YAML, over the chart's own. */
    static Chart with(String... values) {
        return in(FOLDER).and(values);
    }

    static Chart in(Path folder) {
        return new Chart(folder);
    }

    /** A copy in an empty folder, for tests that put other files into it, its {@code grafana} linked as the chart links its own. */
    static Chart copied(Path folder, Path grafana) throws IOException {
        var link = FOLDER.resolve("grafana");
        try (var files = Files.walk(FOLDER)) {
            for (var file : files.filter(file -> !file.startsWith(link)).toList()) {
                var copy = folder.resolve(FOLDER.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        Files.createSymbolicLink(folder.resolve("grafana"), grafana);
        return in(folder);
    }

    Chart and(String... values) {
        this.values.addAll(List.of(values));
        return this;
    }

    Chart release(String name) {
        release = name;
        return this;
    }

    Chart kubeVersion(String version) {
        kubeVersion = version;
        return this;
    }

    Manifests render() {
        return new Manifests(template());
    }

    /** What Helm would send to the cluster, as text. Fails with Helm's own message. */
    String template() {
        var command = new Helm(folder)
                .template()
                .withName(release)
                .withNamespace("registry")
                .withKubeVersion(kubeVersion);
        for (var file : files()) {
            command.withValuesFile(file);
        }
        return command.call();
    }

    /** What Helm tells the user after an installation. */
    String notes() {
        var command = new Helm(folder)
                .install()
                .withName(release)
                .withNamespace("registry")
                .withKubeVersion(kubeVersion)
                .clientOnly()
                .dryRun();
        for (var file : files()) {
            command.withValuesFile(file);
        }
        var output = command.call().getOutput();
        return output.substring(output.indexOf("NOTES:"));
    }

    private List<Path> files() {
        try {
            var files = new ArrayList<Path>();
            for (var yaml : values) {
                var file = Files.createTempFile("values", ".yaml");
                file.toFile().deleteOnExit();
                files.add(Files.writeString(file, yaml));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
