package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.certmanager.api.model.v1.Certificate;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import org.junit.jupiter.api.Test;

/** Ways in from outside, and the certificate. */
class RoutesTest {
    @Test
    void nothingLeadsInByDefault() {
        var manifests = Chart.with().render();

        assertThat(manifests.find(Ingress.class)).isEmpty();
        assertThat(manifests.find(HTTPRoute.class)).isEmpty();
        assertThat(manifests.find(Certificate.class)).isEmpty();
    }

    @Test
    void ingressLeadsAllOfAHostToTheService() {
        var ingress = Chart.with(
                        "ingress: {enabled: true, className: nginx, annotations: {a: b}, hosts: [{host: r.example.com}]}")
                .render()
                .the(Ingress.class);

        assertThat(ingress.getMetadata().getAnnotations()).containsEntry("a", "b");
        assertThat(ingress.getSpec().getIngressClassName()).isEqualTo("nginx");
        assertThat(ingress.getSpec().getTls()).isEmpty();
        assertThat(ingress.getSpec().getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getHost()).isEqualTo("r.example.com");
            assertThat(rule.getHttp().getPaths()).singleElement().satisfies(path -> {
                assertThat(path.getPath()).isEqualTo("/");
                assertThat(path.getPathType()).isEqualTo("Prefix");
                assertThat(path.getBackend().getService().getName()).isEqualTo("buoy");
                assertThat(path.getBackend().getService().getPort().getName()).isEqualTo("http");
            });
        });
    }

    @Test
    void ingressMayHavePathsAndCertificates() {
        var spec = Chart.with("""
                        ingress:
                          enabled: true
                          hosts: [{host: r.example.com, paths: [{path: /eureka}, {path: /x, pathType: Exact}]}]
                          tls: [{secretName: cert, hosts: [r.example.com]}]
                        tls: {enabled: true, existingSecret: s}
                        """).render().the(Ingress.class).getSpec();

        assertThat(spec.getRules().get(0).getHttp().getPaths())
                .extracting(path -> path.getPathType() + " " + path.getPath() + " "
                        + path.getBackend().getService().getPort().getName())
                .containsExactly("Prefix /eureka https", "Exact /x https");
        assertThat(spec.getTls().get(0).getSecretName()).isEqualTo("cert");
    }

    @Test
    void gatewayRoutesEverythingToTheService() {
        var spec = Chart.with("{httpRoute: {enabled: true, parentRefs: [{name: public}]}, service: {port: 80}}")
                .render()
                .the(HTTPRoute.class)
                .getSpec();

        assertThat(spec.getParentRefs()).extracting("name").containsExactly("public");
        assertThat(spec.getHostnames()).isEmpty();
        assertThat(spec.getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getMatches()).isEmpty();
            assertThat(rule.getBackendRefs())
                    .extracting(ref -> ref.getName() + ":" + ref.getPort())
                    .containsExactly("buoy:80");
        });
    }

    @Test
    void gatewayMayMatchAndFilter() {
        var route = Chart.with("""
                        httpRoute:
                          enabled: true
                          parentRefs: [{name: public}]
                          hostnames: [r.example.com]
                          matches: [{path: {type: PathPrefix, value: /eureka}}]
                          filters: [{type: RequestHeaderModifier, requestHeaderModifier: {remove: [x]}}]
                          annotations: {a: b}
                        """).render().the(HTTPRoute.class);

        assertThat(route.getMetadata().getAnnotations()).containsEntry("a", "b");
        assertThat(route.getSpec().getHostnames()).containsExactly("r.example.com");
        assertThat(route.getSpec()
                        .getRules()
                        .get(0)
                        .getMatches()
                        .get(0)
                        .getPath()
                        .getValue())
                .isEqualTo("/eureka");
        assertThat(route.getSpec().getRules().get(0).getFilters()).hasSize(1);
    }

    @Test
    void certificateNamesTheServicesAndEachNode() {
        var manifests = Chart.with("""
                        tls:
                          enabled: true
                          certManager:
                            enabled: true
                            issuerRef: {name: internal}
                            dnsNames: [r.example.com]
                            duration: 720h
                            renewBefore: 48h
                        """).render();
        var spec = manifests.the(Certificate.class).getSpec();

        assertThat(spec.getIssuerRef().getName()).isEqualTo("internal");
        assertThat(spec.getIssuerRef().getKind()).isEqualTo("Issuer");
        assertThat(spec.getDnsNames())
                .contains("buoy", "buoy.registry.svc", "*.buoy-headless.registry.svc.cluster.local", "r.example.com");
        assertThat(spec.getDuration().getDuration()).hasHours(720);
        assertThat(spec.getRenewBefore().getDuration()).hasHours(48);
        assertThat(manifests
                        .the(StatefulSet.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getVolumes())
                .filteredOn(volume -> volume.getName().equals("tls"))
                .singleElement()
                .satisfies(
                        volume -> assertThat(volume.getSecret().getSecretName()).isEqualTo(spec.getSecretName()));
    }
}
