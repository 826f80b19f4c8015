{{- define "buoy.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 52 | trimSuffix "-" }}
{{- end }}

{{/* At most 52 characters: the cluster appends a revision to it and makes a label of both, which has room for 63. */}}
{{- define "buoy.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" }}
{{- else if contains (include "buoy.name" .) .Release.Name }}
{{- .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "buoy.name" .) | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "buoy.headless" -}}
{{ include "buoy.fullname" . }}-headless
{{- end }}

{{- define "buoy.headlessDomain" -}}
{{ include "buoy.headless" . }}.{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}
{{- end }}

{{- define "buoy.selectorLabels" -}}
app.kubernetes.io/name: {{ include "buoy.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: registry
{{- end }}

{{/* Labels of what is not a node of the registry: those of a node but for the component. */}}
{{- define "buoy.labelsOf" -}}
{{- $labels := dict
  "app.kubernetes.io/name" (include "buoy.name" .root)
  "app.kubernetes.io/instance" .root.Release.Name
  "app.kubernetes.io/component" .component
  "app.kubernetes.io/version" .root.Chart.AppVersion
  "app.kubernetes.io/managed-by" .root.Release.Service
  "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_") }}
{{- merge $labels (default dict .more) .root.Values.commonLabels | toYaml }}
{{- end }}

{{- define "buoy.labels" -}}
{{ include "buoy.labelsOf" (dict "root" . "component" "registry") }}
{{- end }}

{{/* Name, namespace, labels and annotations of an object: dict root, name, and if need be labels and annotations. */}}
{{- define "buoy.metadata" -}}
{{- $annotations := merge dict (default dict .annotations) .root.Values.commonAnnotations -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "buoy.labelsOf" (dict "root" .root "component" (default "registry" .component) "more" .labels) | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "buoy.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "buoy.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "buoy.image" -}}
{{- with .image }}
{{- if .digest }}
{{- printf "%s@%s" .repository .digest }}
{{- else }}
{{- printf "%s:%s" .repository (default $.defaultTag .tag) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "buoy.scheme" -}}
{{ ternary "https" "http" .Values.tls.enabled }}
{{- end }}

{{- define "buoy.managementScheme" -}}
{{ ternary "https" "http" (and .Values.tls.enabled .Values.tls.management) }}
{{- end }}

{{- define "buoy.tlsSecret" -}}
{{ .Values.tls.existingSecret | default (printf "%s-tls" (include "buoy.fullname" .)) }}
{{- end }}

{{/* Secret with the certificate that the database's own is checked by; empty if there is none. */}}
{{- define "buoy.postgresqlAuthority" -}}
{{ with .Values.postgresql }}{{ if .enabled }}{{ .caSecret }}{{ end }}{{ end }}
{{- end }}

{{/* Two variables with user and password from a secret: names of the variables beside the values of the secret. */}}
{{- define "buoy.credentials" -}}
- name: {{ index .names 0 }}
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .usernameKey }}
- name: {{ index .names 1 }}
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .passwordKey }}
{{- end }}

{{/* preStop, drain, and some seconds to exit. */}}
{{- define "buoy.gracePeriod" -}}
{{- with .Values.drain }}
{{- add (ternary .preStopSeconds 0 (eq "true" (include "buoy.canSleep" $))) .delaySeconds .timeoutSeconds 10 }}
{{- end }}
{{- end }}

{{/* A hook that sleeps without a shell in the image. */}}
{{- define "buoy.canSleep" -}}
{{ and (gt (int .Values.drain.preStopSeconds) 0) (semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version) }}
{{- end }}

{{/* What no schema can say of two values together. */}}
{{- define "buoy.validate" -}}
{{- with .Values.tls }}
{{- if and .enabled (not .existingSecret) (not .certManager.enabled) }}
{{- fail "tls.enabled needs a certificate: name a secret in tls.existingSecret, or set tls.certManager.enabled" }}
{{- end }}
{{- if and .certManager.enabled (not .enabled) }}
{{- fail "tls.certManager.enabled has no effect without tls.enabled" }}
{{- end }}
{{- if and .certManager.enabled (not .certManager.issuerRef.name) }}
{{- fail "tls.certManager.enabled needs the name of an issuer in tls.certManager.issuerRef.name" }}
{{- end }}
{{- if and .management (not .enabled) }}
{{- fail "tls.management has no effect without tls.enabled" }}
{{- end }}
{{- end }}
{{- with .Values.postgresql }}
{{- if and .enabled (not .host) }}
{{- fail "postgresql.enabled needs postgresql.host" }}
{{- end }}
{{- if and .enabled (not .existingSecret) }}
{{- fail "postgresql.enabled needs a secret with user and password in postgresql.existingSecret" }}
{{- end }}
{{- end }}
{{- if and .Values.postgresql.enabled .Values.persistence.enabled }}
{{- fail "persistence.enabled and postgresql.enabled exclude each other: snapshots are kept in one place" }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.enabled needs at least one host in ingress.hosts" }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
{{- fail "httpRoute.enabled needs a gateway in httpRoute.parentRefs" }}
{{- end }}
{{- end }}
