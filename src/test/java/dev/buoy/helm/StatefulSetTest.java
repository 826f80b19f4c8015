package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatefulSetTest {
    @Test
    void threeNodesStartTogetherUnderStableNames() {
        var manifests = Chart.with().render();
        var spec = manifests.the(StatefulSet.class).getSpec();

        assertThat(spec.getReplicas()).isEqualTo(3);
        assertThat(spec.getPodManagementPolicy()).isEqualTo("Parallel");
        assertThat(manifests
                        .named(Service.class, spec.getServiceName())
                        .getSpec()
                        .getClusterIP())
                .isEqualTo("None");
    }

    @Test
    void longReleaseNameLeavesRoomForWhatTheClusterAppends() {
        var name = Chart.with()
                .release("a".repeat(53))
                .render()
                .the(StatefulSet.class)
                .getMetadata()
                .getName();

        assertThat(name).hasSizeLessThanOrEqualTo(52);
    }

    @ParameterizedTest
    @CsvSource({
        "'', buoy:0.1.0",
        "'image: {repository: example.com/b, tag: v2}', example.com/b:v2",
        "'image: {tag: v2, digest: sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef}',"
                + "buoy@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    })
    void imageIsPinnedByDigestOrElseByTag(String values, String image) {
        assertThat(container(values).getImage()).isEqualTo(image);
    }

    @Test
    void probesAskTheManagementPort() {
        var container = container("");

        assertThat(container.getPorts()).extracting("name", "containerPort").contains(tuple("management", 9000));
        assertThat(target(container.getStartupProbe())).isEqualTo("HTTP management /q/health/started");
        assertThat(target(container.getLivenessProbe())).isEqualTo("HTTP management /q/health/live");
        assertThat(target(container.getReadinessProbe())).isEqualTo("HTTP management /q/health/ready");
    }

    @Test
    void probesStayPlainWhenOnlyTheApiHasTls() {
        var container = container("tls: {enabled: true, existingSecret: s}");

        assertThat(target(container.getReadinessProbe())).startsWith("HTTP ");
        assertThat(container.getPorts()).extracting("name", "containerPort").contains(tuple("https", 8761));
    }

    @Test
    void probesFollowTheManagementPortToTls() {
        var container = container("tls: {enabled: true, existingSecret: s, management: true}");

        assertThat(container.getStartupProbe().getHttpGet().getScheme()).isEqualTo("HTTPS");
        assertThat(container.getLivenessProbe().getHttpGet().getScheme()).isEqualTo("HTTPS");
        assertThat(container.getReadinessProbe().getHttpGet().getScheme()).isEqualTo("HTTPS");
    }

    @Test
    void probesHaveTheTimesOfTheValues() {
        var probe = container("probes: {liveness: {periodSeconds: 7, timeoutSeconds: 2, failureThreshold: 9}}")
                .getLivenessProbe();

        assertThat(probe.getPeriodSeconds()).isEqualTo(7);
        assertThat(probe.getTimeoutSeconds()).isEqualTo(2);
        assertThat(probe.getFailureThreshold()).isEqualTo(9);
    }

    @Test
    void graceCoversTheWholeDrain() {
        var pod = pod("drain: {preStopSeconds: 4, delaySeconds: 20, timeoutSeconds: 30}");

        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(4 + 20 + 30 + 10);
        assertThat(pod.getContainers()
                        .get(0)
                        .getLifecycle()
                        .getPreStop()
                        .getSleep()
                        .getSeconds())
                .isEqualTo(4);
    }

    @Test
    void thereIsNoHookWithoutAPause() {
        var pod = pod("drain: {preStopSeconds: 0}");

        assertThat(pod.getContainers().get(0).getLifecycle()).isNull();
        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(10 + 20 + 10);
    }

    @Test
    void clusterThatCannotSleepGetsNoHook() {
        var pod = Chart.with()
                .kubeVersion("1.29.3")
                .render()
                .the(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getSpec();

        assertThat(pod.getContainers().get(0).getLifecycle()).isNull();
        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(10 + 20 + 10);
    }

    @Test
    void onlyTmpCanBeWritten() {
        var pod = pod("tmpSizeLimit: 128Mi");

        assertThat(pod.getContainers().get(0).getVolumeMounts())
                .filteredOn(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .extracting(VolumeMount::getMountPath)
                .containsExactly("/tmp");
        assertThat(volume(pod, "tmp").getEmptyDir().getSizeLimit()).isEqualTo(new Quantity("128Mi"));
    }

    @Test
    void settingsAreWhereTheProgramLooksForThem() {
        var pod = pod("");

        assertThat(mount(pod, "settings").getMountPath()).isEqualTo("/opt/buoy/config");
        assertThat(volume(pod, "settings").getConfigMap().getName()).isEqualTo("buoy");
    }

    @Test
    void variablesOfServicesAreKeptOutOfTheSettings() {
        assertThat(pod("").getEnableServiceLinks()).isFalse();
    }

    @Test
    void nodeKnowsItsNameAndNothingElseByDefault() {
        assertThat(container("").getEnv()).singleElement().satisfies(variable -> {
            assertThat(variable.getName()).isEqualTo("POD_NAME");
            assertThat(variable.getValueFrom().getFieldRef().getFieldPath()).isEqualTo("metadata.name");
        });
    }

    @Test
    void credentialsOfTheDatabaseComeFromTheSecret() {
        var container = container("postgresql: {enabled: true, host: db, existingSecret: s, passwordKey: pw}");

        var user = variable(container, "QUARKUS_DATASOURCE_USERNAME")
                .getValueFrom()
                .getSecretKeyRef();
        assertThat(user.getName() + "/" + user.getKey()).isEqualTo("s/username");
        var password = variable(container, "QUARKUS_DATASOURCE_PASSWORD")
                .getValueFrom()
                .getSecretKeyRef();
        assertThat(password.getName() + "/" + password.getKey()).isEqualTo("s/pw");
    }

    @Test
    void certificateOfTheDatabasesAuthorityIsMounted() {
        var pod = pod("postgresql: {enabled: true, host: db, existingSecret: s, caSecret: authority}");

        assertThat(volume(pod, "postgresql").getSecret().getSecretName()).isEqualTo("authority");
        assertThat(mount(pod, "postgresql").getMountPath()).isEqualTo("/etc/buoy/postgresql");
    }

    @Test
    void nodesShowOneAnotherTheCredentialsOfTheSecret() {
        var container = container("auth: {existingSecret: s, usernameKey: u}");

        var user = variable(container, "BUOY_PEERS_DNS_USER").getValueFrom().getSecretKeyRef();
        assertThat(user.getName() + "/" + user.getKey()).isEqualTo("s/u");
        var password =
                variable(container, "BUOY_PEERS_DNS_PASSWORD").getValueFrom().getSecretKeyRef();
        assertThat(password.getName() + "/" + password.getKey()).isEqualTo("s/password");
    }

    @Test
    void variablesStandForRealSettings() throws Exception {
        for (var variable : container(
                        "{auth: {existingSecret: s}, postgresql: {enabled: true, host: db, existingSecret: s}}")
                .getEnv()) {
            assertThat(!variable.getName().startsWith("BUOY_") || SettingKeys.knowsVariable(variable.getName()))
                    .as(variable.getName())
                    .isTrue();
        }
    }

    @Test
    void moreVariablesComeAfterTheChartsOwn() {
        var container = container("""
                javaOptions: -Xmx1g
                extraEnv: [{name: EXTRA, value: "1"}]
                extraEnvFrom: [{secretRef: {name: more}}]
                """);

        assertThat(container.getEnv())
                .extracting(EnvVar::getName)
                .containsExactly("POD_NAME", "JDK_JAVA_OPTIONS", "EXTRA");
        assertThat(variable(container, "JDK_JAVA_OPTIONS").getValue()).isEqualTo("-Xmx1g");
        assertThat(container.getEnvFrom().get(0).getSecretRef().getName()).isEqualTo("more");
    }

    @Test
    void moreVolumesAreMounted() {
        var pod = pod("""
                extraVolumes: [{name: more, emptyDir: {}}]
                extraVolumeMounts: [{name: more, mountPath: /more}]
                """);

        assertThat(volume(pod, "more").getEmptyDir()).isNotNull();
        assertThat(mount(pod, "more").getMountPath()).isEqualTo("/more");
    }

    @Test
    void thereIsNoVolumeToKeepUnlessAskedFor() {
        assertThat(statefulSet("").getSpec().getVolumeClaimTemplates()).isEmpty();
    }

    @Test
    void eachNodeKeepsItsVolume() {
        var set = statefulSet("persistence: {enabled: true, size: 5Gi, storageClass: fast, annotations: {a: b}}");

        assertThat(set.getSpec().getVolumeClaimTemplates()).singleElement().satisfies(claim -> {
            assertThat(claim.getSpec().getStorageClassName()).isEqualTo("fast");
            assertThat(claim.getSpec().getAccessModes()).containsExactly("ReadWriteOnce");
            assertThat(claim.getSpec().getResources().getRequests()).containsEntry("storage", new Quantity("5Gi"));
            assertThat(claim.getMetadata().getAnnotations()).containsEntry("a", "b");
            assertThat(mount(
                                    set.getSpec().getTemplate().getSpec(),
                                    claim.getMetadata().getName())
                            .getMountPath())
                    .isEqualTo("/var/lib/buoy");
        });
        assertThat(set.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenDeleted())
                .isEqualTo("Retain");
    }

    @Test
    void whatCannotBeChangedLaterHoldsNothingThatAnUpgradeChanges() {
        var set = statefulSet("{persistence: {enabled: true}, commonLabels: {team: a}, podLabels: {b: c}}");

        assertThat(set.getSpec().getSelector().getMatchLabels())
                .containsOnlyKeys("app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/component")
                .isEqualTo(set.getSpec()
                        .getVolumeClaimTemplates()
                        .get(0)
                        .getMetadata()
                        .getLabels());
        assertThat(set.getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(set.getSpec().getSelector().getMatchLabels())
                .containsEntry("team", "a")
                .containsEntry("b", "c");
    }

    @Test
    void certificateIsMountedWhereTheSettingsSay() {
        var pod = pod("tls: {enabled: true, existingSecret: cert}");

        assertThat(mount(pod, "tls").getMountPath()).isEqualTo("/etc/buoy/tls");
        assertThat(volume(pod, "tls").getSecret().getSecretName()).isEqualTo("cert");
    }

    @Test
    void usersAreMountedWhereTheSettingsSay() {
        var pod = pod("auth: {usersSecret: people}");

        assertThat(mount(pod, "users").getMountPath()).isEqualTo("/etc/buoy/users");
        assertThat(volume(pod, "users").getSecret().getSecretName()).isEqualTo("people");
    }

    @Test
    void nodesPreferToBeApart() {
        var affinity = pod("").getAffinity().getPodAntiAffinity();

        assertThat(affinity.getRequiredDuringSchedulingIgnoredDuringExecution()).isEmpty();
        assertThat(affinity.getPreferredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .satisfies(term ->
                        assertThat(term.getPodAffinityTerm().getTopologyKey()).isEqualTo("kubernetes.io/hostname"));
    }

    @Test
    void nodesMustBeApart() {
        assertThat(pod("antiAffinity: required")
                        .getAffinity()
                        .getPodAntiAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .satisfies(term -> assertThat(term.getLabelSelector().getMatchLabels())
                        .containsEntry("app.kubernetes.io/component", "registry"));
    }

    @Test
    void nodesMayShareAMachine() {
        assertThat(pod("antiAffinity: none").getAffinity()).isNull();
    }

    @Test
    void ownAffinityReplacesThatOfTheChart() {
        var affinity = pod("affinity: {nodeAffinity: {}}").getAffinity();

        assertThat(affinity.getNodeAffinity()).isNotNull();
        assertThat(affinity.getPodAntiAffinity()).isNull();
    }

    @Test
    void nodesAreSpreadOverZones() {
        assertThat(pod("").getTopologySpreadConstraints()).singleElement().satisfies(constraint -> {
            assertThat(constraint.getTopologyKey()).isEqualTo("topology.kubernetes.io/zone");
            assertThat(constraint.getWhenUnsatisfiable()).isEqualTo("ScheduleAnyway");
            assertThat(constraint.getMaxSkew()).isEqualTo(1);
        });
    }

    @Test
    void spreadMayBeOffOrAnother() {
        assertThat(pod("topologySpread: {enabled: false}").getTopologySpreadConstraints())
                .isEmpty();
        assertThat(pod("""
                        topologySpread: {enabled: false}
                        topologySpreadConstraints: [{maxSkew: 2, topologyKey: rack, whenUnsatisfiable: DoNotSchedule}]
                        """).getTopologySpreadConstraints())
                .extracting("topologyKey")
                .containsExactly("rack");
    }

    @Test
    void podGoesWhereTheValuesSay() {
        var set = statefulSet("""
                nodeSelector: {disk: ssd}
                tolerations: [{key: registry, operator: Exists}]
                priorityClassName: high
                imagePullSecrets: [{name: pull}]
                podAnnotations: {a: b}
                minReadySeconds: 30
                """);
        var pod = set.getSpec().getTemplate().getSpec();

        assertThat(pod.getNodeSelector()).containsEntry("disk", "ssd");
        assertThat(pod.getTolerations()).extracting("key").containsExactly("registry");
        assertThat(pod.getPriorityClassName()).isEqualTo("high");
        assertThat(pod.getImagePullSecrets()).extracting("name").containsExactly("pull");
        assertThat(set.getSpec().getTemplate().getMetadata().getAnnotations()).containsEntry("a", "b");
        assertThat(set.getSpec().getMinReadySeconds()).isEqualTo(30);
    }

    @Test
    void platformMayChooseTheUser() {
        var security = pod("podSecurityContext: {runAsUser: null, runAsGroup: null, fsGroup: null}")
                .getSecurityContext();

        assertThat(security.getRunAsUser()).isNull();
        assertThat(security.getFsGroup()).isNull();
        assertThat(security.getRunAsNonRoot()).isTrue();
    }

    private static StatefulSet statefulSet(String values) {
        return Chart.with(values).render().the(StatefulSet.class);
    }

    private static PodSpec pod(String values) {
        return statefulSet(values).getSpec().getTemplate().getSpec();
    }

    private static Container container(String values) {
        return pod(values).getContainers().get(0);
    }

    private static String target(Probe probe) {
        var get = probe.getHttpGet();
        return get.getScheme() + " " + get.getPort().getStrVal() + " " + get.getPath();
    }

    private static Volume volume(PodSpec pod, String name) {
        return pod.getVolumes().stream()
                .filter(v -> v.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static VolumeMount mount(PodSpec pod, String name) {
        return pod.getContainers().get(0).getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static EnvVar variable(Container container, String name) {
        return container.getEnv().stream()
                .filter(v -> v.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
