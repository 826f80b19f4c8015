package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NetworkPolicyTest {
    @Test
    void everybodyMayUseTheApiAndPodsMayReadMetrics() {
        var ingress = policy("").getIngress();

        assertThat(ports(ingress.get(0).getPorts())).containsExactly("http");
        assertThat(ingress.get(0).getFrom()).isEmpty();
        assertThat(ports(ingress.get(1).getPorts())).containsExactly("management");
        assertThat(ingress.get(1).getFrom()).singleElement().satisfies(from -> {
            assertThat(from.getNamespaceSelector()).isNotNull();
            assertThat(from.getIpBlock()).isNull();
        });
    }

    @Test
    void nodesMayCallDnsAndOneAnother() {
        var policy = policy("");

        assertThat(policy.getPolicyTypes()).containsExactly("Ingress", "Egress");
        assertThat(policy.getEgress()).hasSize(2);
        assertThat(egressPorts(policy)).containsExactly("53", "53", "8761");
        assertThat(policy.getEgress().get(1).getTo().get(0).getPodSelector().getMatchLabels())
                .isEqualTo(policy.getPodSelector().getMatchLabels());
    }

    @Test
    void restrictedApiStaysOpenToNodesAndToTheTest() {
        var from = policy("networkPolicy: {apiFrom: [{podSelector: {matchLabels: {eureka-client: 'true'}}}]}")
                .getIngress()
                .get(0)
                .getFrom();

        assertThat(from)
                .extracting(peer ->
                        peer.getPodSelector().getMatchLabels().getOrDefault("app.kubernetes.io/component", "client"))
                .containsExactly("registry", "test", "client");
    }

    @Test
    void managementMayBeClosed() {
        assertThat(policy("networkPolicy: {managementFrom: []}").getIngress()).hasSize(1);
    }

    @Test
    void databaseMayBeCalled() {
        assertThat(egressPorts(policy("postgresql: {enabled: true, host: db, port: 6543, existingSecret: s}")))
                .contains("6543");
    }

    @Test
    void moreMayBeCalled() {
        assertThat(egressPorts(policy("networkPolicy: {extraEgress: [{ports: [{port: 443}]}]}")))
                .contains("443");
    }

    @Test
    void callsMayBeFree() {
        var policy = policy("networkPolicy: {restrictEgress: false}");

        assertThat(policy.getPolicyTypes()).containsExactly("Ingress");
        assertThat(policy.getEgress()).isEmpty();
    }

    @Test
    void policyMayBeAbsent() {
        assertThat(Chart.with("networkPolicy: {enabled: false}").render().find(NetworkPolicy.class))
                .isEmpty();
    }

    private static NetworkPolicySpec policy(String values) {
        return Chart.with(values).render().the(NetworkPolicy.class).getSpec();
    }

    private static List<String> egressPorts(NetworkPolicySpec policy) {
        return policy.getEgress().stream()
                .map(NetworkPolicyEgressRule::getPorts)
                .flatMap(NetworkPolicyTest::names)
                .toList();
    }

    private static List<String> ports(List<NetworkPolicyPort> ports) {
        return names(ports).toList();
    }

    private static Stream<String> names(List<NetworkPolicyPort> ports) {
        return ports.stream().map(port -> String.valueOf(port.getPort().getValue()));
    }
}
