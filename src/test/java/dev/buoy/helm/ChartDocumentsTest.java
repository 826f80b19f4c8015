package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * What is made from other files equals what would be made now. {@code mvn test -Dtest=ChartDocumentsTest -Dchart.update=true}
 * makes it again.
 */
class ChartDocumentsTest {
    private static final Path README = Chart.FOLDER.resolve("README.md");
    private static final Path SCHEMA = Chart.FOLDER.resolve("values.schema.json");
    private static final Path PLAIN = Path.of("docs", "kubernetes", "buoy.yaml");
    private static final String TABLE_STARTS = "<!-- values -->\n";
    private static final String TABLE_ENDS = "<!-- end of values -->\n";
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void eachValueHasAComment() throws IOException {
        assertThat(ValuesFile.read(Chart.FOLDER.resolve("values.yaml")).undocumented())
                .isEmpty();
    }

    @Test
    void readmeHasARowForEachValue() throws IOException {
        var readme = Files.readString(README);
        int start = readme.indexOf(TABLE_STARTS) + TABLE_STARTS.length();
        int end = readme.indexOf(TABLE_ENDS);
        assertThat(start).isBetween(TABLE_STARTS.length(), end);

        assertUpToDate(README, readme.substring(0, start) + table() + readme.substring(end));
    }

    @Test
    void schemaDescribesEachValueAndKnowsEachSetting() throws Exception {
        var schema = (ObjectNode) JSON.readTree(SCHEMA.toFile());
        var properties = (ObjectNode) schema.get("properties");
        properties.set("eureka", SettingKeys.schema("eureka"));
        properties.set("buoy", SettingKeys.schema("buoy"));
        for (var entry : ValuesFile.read(Chart.FOLDER.resolve("values.yaml")).entries()) {
            describe(schema, entry);
        }

        var indented = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        assertUpToDate(SCHEMA, JSON.writer(indented).writeValueAsString(schema) + "\n");
    }

    @Test
    void manifestForThoseWithoutHelmIsThatOfTheDefaults() throws IOException {
        assertUpToDate(PLAIN, """
                # Made from the Helm chart with its default values. Replace the image by where you pushed yours, then:
                #   kubectl create namespace registry
                #   kubectl apply -f buoy.yaml
                """ + Chart.with().template());
    }

    private static String table() throws IOException {
        var table = new StringBuilder("\n| Key | Default | Meaning |\n|---|---|---|\n");
        for (var entry : ValuesFile.read(Chart.FOLDER.resolve("values.yaml")).entries()) {
            table.append("| `%s` | `%s` | %s |%n"
                    .formatted(
                            entry.name(),
                            entry.defaultValue(),
                            entry.description().replace("|", "\\|")));
        }
        return table.append("\n").toString();
    }

    private static void describe(ObjectNode schema, ValuesFile.Entry entry) {
        var at = schema;
        for (var name : entry.path()) {
            var next = at.path("properties").path(name);
            assertThat(next.isObject()).as("schema has %s", entry.name()).isTrue();
            at = (ObjectNode) next;
        }
        at.put("description", entry.description());
    }

    private static void assertUpToDate(Path file, String content) throws IOException {
        if (Boolean.getBoolean("chart.update")) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, content);
        }
        assertThat(Files.exists(file) ? Files.readString(file) : "")
                .as("%s is made by: mvn test -Dtest=ChartDocumentsTest -Dchart.update=true", file)
                .isEqualTo(content);
    }
}
