package dev.buoy.helm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong value is refused before anything is installed, and Helm's message names the value and the rule. */
class ValuesSchemaTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    replicas: 3                                             | additional properties 'replicas' not allowed
                    replicaCount: 0                                         | '/replicaCount': minimum: got 0, want 1
                    replicaCount: 10                                        | '/replicaCount': maximum: got 10, want 9
                    replicaCount: three                                     | '/replicaCount': got string, want integer
                    image: {name: x}                                        | '/image': additional properties 'name' not allowed
                    image: {repository: ''}                                 | '/image/repository': minLength
                    image: {tag: 'a b'}                                     | '/image/tag'
                    image: {digest: 'sha256:1'}                             | '/image/digest'
                    image: {pullPolicy: Sometimes}                          | '/image/pullPolicy'
                    imagePullSecrets: [secret]                              | '/imagePullSecrets/0': got string, want object
                    imagePullSecrets: [{}]                                  | '/imagePullSecrets/0': missing property 'name'
                    fullnameOverride: Upper                                 | '/fullnameOverride'
                    nameOverride: Upper                                     | '/nameOverride'
                    commonLabels: {a: 1}                                    | '/commonLabels/a': got number, want string
                    commonAnnotations: {a: true}                            | '/commonAnnotations/a': got boolean, want string
                    clusterDomain: ''                                       | '/clusterDomain'
                    eureka: {server: {enable-self-preservaton: false}}      | '/eureka/server': additional properties 'enable-self-preservaton' not allowed
                    eureka: {server: {enableSelfPreservation: false}}       | '/eureka/server': additional properties 'enableSelfPreservation' not allowed
                    eureka: {server: {enable-self-preservation: 'no'}}      | '/eureka/server/enable-self-preservation': got string, want boolean
                    eureka: {server: {renewal-percent-threshold: 1.5}}      | '/eureka/server/renewal-percent-threshold': maximum: got 1.5, want 1
                    eureka: {server: {eviction-interval-timer-in-ms: 1m}}   | '/eureka/server/eviction-interval-timer-in-ms': got string, want integer
                    eureka: {server: {eviction-interval-timer-in-ms: 0}}    | '/eureka/server/eviction-interval-timer-in-ms': minimum: got 0, want 1
                    eureka: {client: {service-url: http://a}}               | '/eureka/client/service-url': got string, want object
                    eureka: {sever: {}}                                     | '/eureka': additional properties 'sever' not allowed
                    buoy: {leases: {}}                                      | '/buoy': additional properties 'leases' not allowed
                    buoy: {self-preservation: {give-up-after: [1]}}         | '/buoy/self-preservation/give-up-after'
                    settings: [a]                                           | '/settings': got array, want object
                    javaOptions: [a]                                        | '/javaOptions': got array, want string
                    extraEnv: {A: b}                                        | '/extraEnv': got object, want array
                    extraEnv: [{value: b}]                                  | '/extraEnv/0': missing property 'name'
                    extraEnvFrom: {}                                        | '/extraEnvFrom': got object, want array
                    extraVolumes: [{emptyDir: {}}]                          | '/extraVolumes/0': missing property 'name'
                    extraVolumeMounts: [{name: a}]                          | '/extraVolumeMounts/0': missing property 'mountPath'
                    persistence: {enabled: 'yes'}                           | '/persistence/enabled': got string, want boolean
                    persistence: {size: 1GB}                                | '/persistence/size'
                    persistence: {accessModes: []}                          | '/persistence/accessModes': minItems
                    persistence: {accessModes: [ReadOnlyMany]}              | '/persistence/accessModes/0'
                    postgresql: {port: 0}                                   | '/postgresql/port': minimum
                    postgresql: {caSecret: Not_A_Name}                      | '/postgresql/caSecret': 'Not_A_Name' does not match
                    postgresql: {password: x}                               | '/postgresql': additional properties 'password' not allowed
                    postgresql: {enabled: true, existingSecret: s}          | postgresql.enabled needs postgresql.host
                    postgresql: {enabled: true, host: db}                   | postgresql.enabled needs a secret
                    tls: {enabled: true}                                    | tls.enabled needs a certificate
                    tls: {management: true}                                 | tls.management has no effect without tls.enabled
                    tls: {reloadPeriod: often}                              | '/tls/reloadPeriod'
                    tls: {certManager: {enabled: true}}                     | tls.certManager.enabled has no effect without tls.enabled
                    tls: {enabled: true, certManager: {enabled: true}}      | tls.certManager.enabled needs the name of an issuer
                    tls: {certManager: {duration: year}}                    | '/tls/certManager/duration'
                    service: {type: ExternalName}                           | '/service/type'
                    service: {port: 65536}                                  | '/service/port': maximum
                    service: {nodePort: high}                               | '/service/nodePort': got string, want
                    service: {externalTrafficPolicy: None}                  | '/service/externalTrafficPolicy'
                    ingress: {enabled: true}                                | ingress.enabled needs at least one host
                    ingress: {hosts: [r.example.com]}                       | '/ingress/hosts/0': got string, want object
                    ingress: {hosts: [{paths: []}]}                         | '/ingress/hosts/0': missing property 'host'
                    ingress: {hosts: [{host: a, paths: [{path: b}]}]}       | '/ingress/hosts/0/paths/0/path'
                    httpRoute: {enabled: true}                              | httpRoute.enabled needs a gateway
                    httpRoute: {parentRefs: [{namespace: a}]}               | '/httpRoute/parentRefs/0': missing property 'name'
                    drain: {preStopSeconds: -1}                             | '/drain/preStopSeconds': minimum
                    drain: {delaySeconds: 301}                              | '/drain/delaySeconds': maximum
                    drain: {timeoutSeconds: 0}                              | '/drain/timeoutSeconds': minimum
                    probes: {startup: {failureThreshold: 0}}                | '/probes/startup/failureThreshold': minimum
                    probes: {liveness: {httpGet: {}}}                       | '/probes/liveness': additional properties 'httpGet' not allowed
                    probes: {ready: {}}                                     | '/probes': additional properties 'ready' not allowed
                    resources: {cpu: 1}                                     | '/resources': additional properties 'cpu' not allowed
                    tmpSizeLimit: much                                      | '/tmpSizeLimit'
                    serviceAccount: {name: A}                               | '/serviceAccount/name'
                    antiAffinity: hard                                      | '/antiAffinity'
                    minReadySeconds: -1                                     | '/minReadySeconds': minimum
                    nodeSelector: {ssd: true}                               | '/nodeSelector/ssd': got boolean, want string
                    tolerations: {}                                         | '/tolerations': got object, want array
                    topologySpread: {maxSkew: 0}                            | '/topologySpread/maxSkew': minimum
                    topologySpread: {whenUnsatisfiable: Cry}                | '/topologySpread/whenUnsatisfiable'
                    podDisruptionBudget: {maxUnavailable: 0}                | '/podDisruptionBudget/maxUnavailable'
                    podDisruptionBudget: {minAvailable: 1}                  | '/podDisruptionBudget': additional properties 'minAvailable' not allowed
                    networkPolicy: {apiFrom: {}}                            | '/networkPolicy/apiFrom': got object, want array
                    networkPolicy: {restrictEgress: 1}                      | '/networkPolicy/restrictEgress': got number, want boolean
                    serviceMonitor: {interval: 30}                          | '/serviceMonitor/interval': got number, want string
                    serviceMonitor: {labels: [a]}                           | '/serviceMonitor/labels': got array, want object
                    prometheusRule: {disabled: Gone}                        | '/prometheusRule/disabled': got string, want array
                    prometheusRule: {extraGroups: [{name: a}]}              | '/prometheusRule/extraGroups/0': missing property 'rules'
                    dashboards: {labelValue: 1}                             | '/dashboards/labelValue': got number, want string
                    tests: {image: {digest: abc}}                           | '/tests/image/digest'
                    """)
    void wrongValueIsRefused(String values, String message) {
        assertThatThrownBy(() -> Chart.with(values).template()).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{persistence: {enabled: true}, postgresql: {enabled: true, host: db, existingSecret: s}} | exclude each other"
            })
    void valuesThatExcludeEachOtherAreRefused(String values, String message) {
        assertThatThrownBy(() -> Chart.with(values).template()).hasMessageContaining(message);
    }
}
