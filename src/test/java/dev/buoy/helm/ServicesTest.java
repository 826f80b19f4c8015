package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import org.junit.jupiter.api.Test;

/** Services, account and disruption budget. */
class ServicesTest {
    @Test
    void clientsReachTheApiOnEurekasPort() {
        var spec = client("").getSpec();

        assertThat(spec.getType()).isEqualTo("ClusterIP");
        assertThat(spec.getPorts())
                .extracting(
                        ServicePort::getName,
                        ServicePort::getPort,
                        port -> port.getTargetPort().getStrVal())
                .containsExactly(tuple("http", 8761, "http"));
    }

    @Test
    void clientsReachReadyNodesOnly() {
        assertThat(client("").getSpec().getPublishNotReadyAddresses()).isNull();
    }

    @Test
    void serviceMayBeReachedFromOutside() {
        var service = client("""
                service:
                  type: LoadBalancer
                  port: 80
                  nodePort: 30761
                  loadBalancerClass: internal
                  loadBalancerSourceRanges: [10.0.0.0/8]
                  externalTrafficPolicy: Local
                  annotations: {a: b}
                """);

        assertThat(service.getMetadata().getAnnotations()).containsEntry("a", "b");
        assertThat(service.getSpec().getType()).isEqualTo("LoadBalancer");
        assertThat(service.getSpec().getLoadBalancerClass()).isEqualTo("internal");
        assertThat(service.getSpec().getLoadBalancerSourceRanges()).containsExactly("10.0.0.0/8");
        assertThat(service.getSpec().getExternalTrafficPolicy()).isEqualTo("Local");
        assertThat(service.getSpec().getPorts())
                .extracting(ServicePort::getPort, ServicePort::getNodePort)
                .containsExactly(tuple(80, 30761));
    }

    @Test
    void nodesFindOneAnotherBeforeTheyAreReady() {
        var manifests = Chart.with().render();
        var spec = manifests.named(Service.class, "buoy-headless").getSpec();

        assertThat(spec.getClusterIP()).isEqualTo("None");
        assertThat(spec.getPublishNotReadyAddresses()).isTrue();
        assertThat(spec.getPorts())
                .extracting(ServicePort::getName, ServicePort::getPort)
                .containsExactly(tuple("http", 8761), tuple("management", 9000));
        assertThat(manifests
                        .the(StatefulSet.class)
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getLabels())
                .containsAllEntriesOf(spec.getSelector());
    }

    @Test
    void portsAreNamedForTls() {
        var manifests = Chart.with("tls: {enabled: true, existingSecret: s, management: true}")
                .render();

        assertThat(manifests.named(Service.class, "buoy").getSpec().getPorts())
                .extracting(ServicePort::getName, ServicePort::getAppProtocol)
                .containsExactly(tuple("https", "https"));
        assertThat(manifests.named(Service.class, "buoy-headless").getSpec().getPorts())
                .extracting(ServicePort::getName, ServicePort::getAppProtocol)
                .containsExactly(tuple("https", "https"), tuple("management", "https"));
    }

    @Test
    void accountHasNoToken() {
        var manifests = Chart.with("serviceAccount: {annotations: {a: b}}").render();
        var account = manifests.the(ServiceAccount.class);

        assertThat(account.getAutomountServiceAccountToken()).isFalse();
        assertThat(account.getMetadata().getAnnotations()).containsEntry("a", "b");
        assertThat(accountOfPods(manifests)).isEqualTo(account.getMetadata().getName());
    }

    @Test
    void accountMayExistAlready() {
        var manifests =
                Chart.with("serviceAccount: {create: false, name: mine}").render();

        assertThat(manifests.find(ServiceAccount.class)).isEmpty();
        assertThat(accountOfPods(manifests)).isEqualTo("mine");
        assertThat(accountOfPods(Chart.with("serviceAccount: {create: false}").render()))
                .isEqualTo("default");
    }

    @Test
    void oneNodeMayBeAwayAtATime() {
        var spec = Chart.with().render().the(PodDisruptionBudget.class).getSpec();

        assertThat(spec.getMaxUnavailable().getIntVal()).isEqualTo(1);
        assertThat(spec.getUnhealthyPodEvictionPolicy()).isEqualTo("AlwaysAllow");
        assertThat(spec.getSelector().getMatchLabels()).containsEntry("app.kubernetes.io/component", "registry");
    }

    @Test
    void budgetMayBeAShareOrAbsent() {
        assertThat(Chart.with("podDisruptionBudget: {maxUnavailable: 34%}")
                        .render()
                        .the(PodDisruptionBudget.class)
                        .getSpec()
                        .getMaxUnavailable()
                        .getStrVal())
                .isEqualTo("34%");
        assertThat(Chart.with("podDisruptionBudget: {enabled: false}").render().find(PodDisruptionBudget.class))
                .isEmpty();
    }

    @Test
    void labelsAndAnnotationsReachEveryObject() {
        var manifests = Chart.with("{commonLabels: {team: a}, commonAnnotations: {note: b}}")
                .render();

        assertThat(manifests.all()).allSatisfy(object -> {
            assertThat(object.getMetadata().getLabels()).containsEntry("team", "a");
            assertThat(object.getMetadata().getAnnotations()).containsEntry("note", "b");
        });
    }

    @Test
    void commonLabelCannotBreakASelector() {
        assertThat(Chart.with("commonLabels: {app.kubernetes.io/name: other}")
                        .render()
                        .the(StatefulSet.class)
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getLabels())
                .containsEntry("app.kubernetes.io/name", "buoy");
    }

    @Test
    void objectsAreNamedAfterTheRelease() {
        assertThat(Chart.with()
                        .release("prod")
                        .render()
                        .the(StatefulSet.class)
                        .getMetadata()
                        .getName())
                .isEqualTo("prod-buoy");
        assertThat(Chart.with("nameOverride: registry")
                        .release("prod")
                        .render()
                        .the(StatefulSet.class)
                        .getMetadata()
                        .getName())
                .isEqualTo("prod-registry");
        assertThat(Chart.with("fullnameOverride: eureka")
                        .render()
                        .the(StatefulSet.class)
                        .getMetadata()
                        .getName())
                .isEqualTo("eureka");
    }

    private static Service client(String values) {
        return Chart.with(values).render().named(Service.class, "buoy");
    }

    private static String accountOfPods(Manifests manifests) {
        return manifests
                .the(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getServiceAccountName();
    }
}
