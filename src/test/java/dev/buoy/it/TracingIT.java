package dev.buoy.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.buoy.it.SpanCollector.Span;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With tracing switched on, requests and what they lead to at peers arrive at a collector; without, nothing does. */
class TracingIT {
    private static final Duration CEILING = Duration.ofMinutes(2);

    private final SpanCollector collector = new SpanCollector();

    @AfterEach
    void stop() {
        collector.close();
    }

    @Test
    void requestAndItsReplicationShowAsSpans() {
        try (var peer = BuoyProcess.start(traced("peer"));
                var node = BuoyProcess.start(traced(
                        "node",
                        "eureka.client.service-url.defaultZone=" + peer.base(),
                        "eureka.client.fetch-registry=false"))) {
            assertThat(new EurekaHttp(node.base())
                            .register("TRACED", "traced-1", "UP")
                            .statusCode())
                    .isEqualTo(204);

            await().atMost(CEILING).untilAsserted(() -> {
                assertThat(spans("node", SpanCollector.SERVER, "POST", "/eureka/apps/TRACED"))
                        .hasSize(1);
                List<Span> sent = collector.spans().stream()
                        .filter(span -> span.service().equals("node") && span.kind() == SpanCollector.CLIENT)
                        .filter(span ->
                                span.attributes().getOrDefault("url.full", "").contains("/peerreplication/batch"))
                        .toList();
                assertThat(sent).isNotEmpty();
                assertThat(spans("peer", SpanCollector.SERVER, "POST", "/eureka/peerreplication/batch/"))
                        .anySatisfy(received -> assertThat(sent).anySatisfy(one -> {
                            assertThat(received.trace()).isEqualTo(one.trace());
                            assertThat(received.parent()).isEqualTo(one.id());
                        }));
            });
            assertThat(collector.spans())
                    .allSatisfy(
                            span -> assertThat(span.name()).as("names are few").doesNotContain("TRACED", "traced-1"));
        }
    }

    @Test
    void nothingIsTracedUnlessItIsSwitchedOn() {
        try (var node = BuoyProcess.start(
                "quarkus.otel.exporter.otlp.endpoint=" + collector.url(),
                "quarkus.otel.exporter.otlp.protocol=http/protobuf")) {
            assertThat(new EurekaHttp(node.base())
                            .register("TRACED", "traced-1", "UP")
                            .statusCode())
                    .isEqualTo(204);
            node.stop(); // what is traced would be sent at the latest now

            assertThat(collector.spans()).isEmpty();
        }
    }

    private List<Span> spans(String service, int kind, String method, String path) {
        return collector.spans().stream()
                .filter(span -> span.service().equals(service) && span.kind() == kind)
                .filter(span -> method.equals(span.attributes().get("http.request.method")))
                .filter(span -> path.equals(span.attributes().get("url.path")))
                .toList();
    }

    private String[] traced(String service, String... more) {
        var options = new java.util.ArrayList<>(List.of(
                "quarkus.otel.sdk.disabled=false",
                "quarkus.otel.service.name=" + service,
                "quarkus.otel.exporter.otlp.endpoint=" + collector.url(),
                "quarkus.otel.exporter.otlp.protocol=http/protobuf",
                "quarkus.otel.bsp.schedule.delay=200ms",
                "eureka.client.register-with-eureka=false",
                "eureka.server.peer-node-read-timeout-ms=5000"));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }
}
