package dev.buoy.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/metrics.md} and a scrape tell of the same metrics. */
@QuarkusTest
class MetricsTableTest {
    private static final Pattern OURS = Pattern.compile("(eureka|buoy)_.*");
    private static final Pattern ROW =
            Pattern.compile("\\| `((?:eureka|buoy)_\\w+)` \\| (\\w+) \\| ([^|]*) \\| ([^|]+) \\|");
    /** What only some servers publish is described in the table and not looked for: who keeps no snapshots has none to measure. */
    private static final Pattern OPTIONAL = Pattern.compile("buoy_(snapshot|peer|replication)_.*");

    private static final String INSTANCE = """
            {"instance": {"instanceId": "metered-1", "app": "METERED", "hostName": "h", "ipAddr": "10.0.0.1", "status": "UP",
            "port": {"$": 80, "@enabled": "true"}, "dataCenterInfo":
            {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}}}""";

    @TestHTTPResource("/eureka/apps/METERED")
    URI registration;

    @TestHTTPResource(value = "/metrics", management = true)
    URI metrics;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void tableListsEveryMetricWithTypeAndLabelsAndNoOther() throws Exception {
        Map<String, String> served = served(scrape());
        Map<String, String> documented = documented();
        documented.keySet().removeIf(name -> OPTIONAL.matcher(name).matches() && !served.containsKey(name));

        assertThat(documented).isEqualTo(served);
    }

    @Test
    void everyMetricOfOursSaysWhatItMeans() throws Exception {
        assertThat(scrape().families().values())
                .filteredOn(family -> OURS.matcher(family.name()).matches())
                .isNotEmpty()
                .allSatisfy(family ->
                        assertThat(family.help()).as(family.name()).isNotBlank().isNotEqualTo(" "));
    }

    private Scrape scrape() throws IOException, InterruptedException {
        HttpRequest register = HttpRequest.newBuilder(registration)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(INSTANCE))
                .build();
        assertThat(http.send(register, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
        HttpRequest scrape =
                HttpRequest.newBuilder(metrics).header("Accept", "text/plain").build();
        return Scrape.of(http.send(scrape, BodyHandlers.ofString()).body());
    }

    /** Name to type and labels. A summary's largest value is a gauge of its own in the format, and part of it in the table. */
    private static Map<String, String> served(Scrape scrape) {
        Map<String, String> served = new TreeMap<>();
        scrape.families().values().stream()
                .filter(family -> OURS.matcher(family.name()).matches())
                .filter(family -> !scrape.families().containsKey(family.name().replaceAll("_max$", ""))
                        || !family.name().endsWith("_max"))
                .forEach(family -> served.put(family.name(), family.type() + " " + labels(scrape, family)));
        return served;
    }

    private static TreeSet<String> labels(Scrape scrape, Scrape.Family family) {
        String sample = family.type().equals("summary") ? family.name() + "_count" : family.name();
        TreeSet<String> labels = new TreeSet<>();
        scrape.all(sample).forEach(one -> labels.addAll(one.labels().keySet()));
        return labels;
    }

    private static Map<String, String> documented() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("docs", "metrics.md"))) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                TreeSet<String> labels = new TreeSet<>();
                for (String label : row.group(3).split(",")) {
                    if (!label.isBlank()) {
                        labels.add(label.strip().replace("`", ""));
                    }
                }
                documented.put(row.group(1), row.group(2) + " " + labels);
            }
        }
        return documented;
    }
}
