package dev.buoy.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana would not complain about until somebody looks. That panels show data is tested against a real Prometheus. */
class DashboardsTest {
    private static final Path FOLDER = Path.of("grafana");
    private static final Pattern METRIC =
            Pattern.compile("\\b((?:eureka|buoy|jvm|process|system|http|netty|worker)_\\w+)(?=[\\s{\\[)]|$)");
    private static final Pattern DOCUMENTED = Pattern.compile("\\| `((?:eureka|buoy)_\\w+)` \\| (\\w+) \\|");
    private static final Pattern RUNBOOK = Pattern.compile("runbook_url: docs/operations.md#(\\w+)");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

    static Stream<Path> dashboards() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
        }
    }

    private static JsonNode read(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void uidsAndTitlesAreUnique() throws IOException {
        List<String> uids = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (Path file : dashboards().toList()) {
            uids.add(read(file).path("uid").asText());
            titles.add(read(file).path("title").asText());
            assertThat(file.getFileName()).hasToString(read(file).path("uid").asText() + ".json");
        }
        assertThat(uids).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(4);
        assertThat(titles).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void schemaIsStatedAndPanelIdsAreUnique(Path file) throws IOException {
        JsonNode dashboard = read(file);

        assertThat(dashboard.path("schemaVersion").isInt()).isTrue();
        assertThat(dashboard.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(36);
        assertThat(dashboard.findValues("id").stream().filter(JsonNode::isInt)).doesNotHaveDuplicates();
        assertThat(dashboard.has("id"))
                .as("an id of its own belongs to one Grafana")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyPanelSaysWhatItAnswersAndInWhichUnit(Path file) throws IOException {
        for (JsonNode panel : read(file).path("panels")) {
            if (!panel.path("type").asText().equals("row")) {
                String title = panel.path("title").asText();
                assertThat(panel.path("description").asText()).as(title).hasSizeGreaterThan(20);
                assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                        .as(title)
                        .isNotBlank();
                assertThat(panel.at("/fieldConfig/defaults/thresholds/steps"))
                        .as(title)
                        .isNotEmpty();
                assertThat(panel.path("targets")).as(title).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void dataSourceIsAlwaysTheChosenOne(Path file) throws IOException {
        JsonNode dashboard = read(file);
        List<JsonNode> sources = new ArrayList<>(dashboard.path("panels").findValues("datasource"));
        sources.addAll(dashboard.path("templating").findValues("datasource"));

        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source.path("uid").asText()).isEqualTo("${datasource}"));
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void everyVariableIsUsedAndNoOther(Path file) throws IOException {
        JsonNode dashboard = read(file);
        Set<String> declared = new TreeSet<>();
        dashboard
                .at("/templating/list")
                .forEach(variable -> declared.add(variable.path("name").asText()));
        Set<String> used = new TreeSet<>();
        var variable = Pattern.compile("\\$\\{?(\\w+)}?")
                .matcher(dashboard.path("panels").toString());
        while (variable.find()) {
            if (!variable.group(1).startsWith("__")) {
                used.add(variable.group(1));
            }
        }

        assertThat(used).isEqualTo(declared).contains("datasource", "cluster", "node");
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void ratesAreOverTheIntervalThatGrafanaFinds(Path file) throws IOException {
        for (String expression : read(file).path("panels").findValuesAsText("expr")) {
            assertThat(expression).doesNotContainPattern("rate\\(.*\\[(?!\\$__rate_interval)");
        }
    }

    @Test
    void everyMetricOfOursThatIsUsedIsInTheTable() throws IOException {
        Set<String> known = new HashSet<>();
        var row = DOCUMENTED.matcher(Files.readString(Path.of("docs", "metrics.md")));
        while (row.find()) {
            if (row.group(2).equals("summary")) {
                Stream.of("_count", "_sum", "_max").forEach(suffix -> known.add(row.group(1) + suffix));
            } else {
                known.add(row.group(1));
            }
        }
        Set<String> used = new TreeSet<>();
        for (Path file : dashboards().toList()) {
            used.addAll(metrics(
                    read(file).path("panels").findValuesAsText("expr").stream().collect(Collectors.joining("\n"))));
        }
        used.addAll(metrics(Files.readString(FOLDER.resolve("alerts.yaml"))));
        used.removeIf(name -> !name.startsWith("eureka_") && !name.startsWith("buoy_"));

        assertThat(used).hasSizeGreaterThan(15);
        assertThat(known).containsAll(used);
    }

    @Test
    void everyAlertLeadsToItsSectionOfTheRunbook() throws IOException {
        String alerts = Files.readString(FOLDER.resolve("alerts.yaml"));
        List<String> named =
                ALERT.matcher(alerts).results().map(one -> one.group(1)).toList();
        List<String> sections = Files.readAllLines(Path.of("docs", "operations.md")).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();

        assertThat(named).hasSizeGreaterThanOrEqualTo(7);
        assertThat(sections).containsAll(named);
        assertThat(RUNBOOK.matcher(alerts).results().map(one -> one.group(1)).toList())
                .isEqualTo(named.stream().map(String::toLowerCase).toList());
    }

    private static Set<String> metrics(String text) {
        return METRIC.matcher(text).results().map(one -> one.group(1)).collect(Collectors.toSet());
    }
}
