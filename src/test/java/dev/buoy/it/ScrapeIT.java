package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.metrics.Scrape;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A scrape of 10,000 instances is small and quick, with more applications than have series of their own and with instances of every
 * status. The registry changes before each scrape, so that none finds what the one before has counted.
 */
class ScrapeIT {
    private static final int INSTANCES = 10_000;
    private static final int APPLICATIONS = 2_000;
    private static final int SCRAPES = 40;
    private static final int MOST_BYTES = 1024 * 1024;
    private static final Duration LONGEST = Duration.ofMillis(100);
    private static final List<String> STATUSES = List.of("UP", "UP", "DOWN", "OUT_OF_SERVICE", "STARTING");

    @Test
    void scrapeOfTenThousandInstancesTakesLessThanATenthOfASecondAndAMebibyte() {
        try (var buoy = BuoyProcess.start(BuoyProcess.ALL_COMPILERS, "-Xmx384m")) {
            var eureka = new EurekaHttp(buoy.base());
            IntStream.range(0, INSTANCES).parallel().forEach(i -> register(eureka, i));

            long quickest = Long.MAX_VALUE;
            Duration before = buoy.cpuTime();
            for (int i = 0; i < SCRAPES; i++) {
                register(eureka, i);
                long began = System.nanoTime();
                byte[] body = scrape(buoy);
                quickest = Math.min(quickest, System.nanoTime() - began);
                assertThat(body).hasSizeLessThan(MOST_BYTES);
            }
            Duration cpu = buoy.cpuTime().minus(before).dividedBy(SCRAPES);
            System.out.printf(
                    "a scrape takes %d ms of CPU, the quickest took %d ms%n", cpu.toMillis(), quickest / 1_000_000);

            Scrape last = Scrape.of(new String(scrape(buoy), StandardCharsets.UTF_8));
            assertThat(last.all("eureka_server_instances").stream()
                            .mapToDouble(Scrape.Sample::value)
                            .sum())
                    .isEqualTo(INSTANCES);
            assertThat(cpu).as("CPU time of a scrape").isLessThan(LONGEST);
            assertThat(Duration.ofNanos(quickest)).as("the quickest scrape").isLessThan(LONGEST);
        }
    }

    private static void register(EurekaHttp eureka, int number) {
        String app = "TEAM-%04d-ORDER-FULFILMENT-SERVICE".formatted(number % APPLICATIONS);
        String status = STATUSES.get(number / APPLICATIONS % STATUSES.size());
        assertThat(eureka.register(app, "host-" + number + ".example.org:8080", status)
                        .statusCode())
                .isEqualTo(204);
    }

    private static byte[] scrape(BuoyProcess buoy) {
        HttpResponse<byte[]> answer = new EurekaHttp(buoy.management())
                .send("GET", "q/metrics", BodyPublishers.noBody(), "Accept", "text/plain");
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
