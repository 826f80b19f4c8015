package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a user is told after an installation. */
class NotesTest {
    @Test
    void tellWhatToDoNext() {
        assertThat(Chart.with().notes())
                .contains("started with 3 nodes")
                .contains("kubectl --namespace registry rollout status statefulset/buoy")
                .contains("eureka.client.service-url.defaultZone=http://buoy.registry.svc:8761/eureka/")
                .contains("helm test buoy --namespace registry")
                .contains("kept in memory only")
                .doesNotContain("WARNING");
    }

    @Test
    void tellTheAddressThatTlsAndPortGive() {
        assertThat(Chart.with("{tls: {enabled: true, existingSecret: s}, service: {port: 443}}")
                        .notes())
                .contains("=https://buoy.registry.svc:443/eureka/")
                .contains("port-forward service/buoy 8761:443");
    }

    @Test
    void tellTheWayFromOutside() {
        assertThat(Chart.with("ingress: {enabled: true, hosts: [{host: a.example.com}]}")
                        .notes())
                .contains("http://a.example.com/eureka/");
        assertThat(Chart.with("ingress: {enabled: true, hosts: [{host: a.example.com}], tls: [{secretName: s}]}")
                        .notes())
                .contains("https://a.example.com/eureka/");
        assertThat(Chart.with("httpRoute: {enabled: true, parentRefs: [{name: g}], hostnames: [b.example.com]}")
                        .notes())
                .contains("b.example.com/eureka/");
    }

    @Test
    void warnOfASingleNode() {
        assertThat(Chart.with("replicaCount: 1").notes()).contains("1 node.").contains("WARNING: with one node");
    }

    @Test
    void areSilentAboutMemoryWhenThereAreSnapshots() {
        assertThat(Chart.with("persistence: {enabled: true}").notes()).doesNotContain("in memory only");
        assertThat(Chart.with("postgresql: {enabled: true, host: db, existingSecret: s}")
                        .notes())
                .doesNotContain("in memory only");
    }

    @Test
    void warnOfServersThatThePolicyCutsOff() {
        var outside = "eureka: {client: {service-url: {defaultZone: 'http://e:8761/eureka/'}}}";

        assertThat(Chart.with(outside).notes()).contains("lets no traffic out to them");
        assertThat(Chart.with(outside, "networkPolicy: {extraEgress: [{ports: [{port: 8761}]}]}")
                        .notes())
                .doesNotContain("lets no traffic out to them");
    }
}
