{{/*
The settings of a node as a properties file: what the chart derives, and over it what the values say. A file and not
environment variables, since those can't spell every key (eureka.server.remote-region-urls-with-name.<region>).
*/}}
{{- define "buoy.settings" -}}
{{- $derived := include "buoy.derivedSettings" . | fromYaml }}
{{- $given := dict "eureka" .Values.eureka "buoy" .Values.buoy }}
{{- $flat := dict }}
{{- range $values := list $derived $given .Values.settings }}
{{- include "buoy.flatten" (dict "into" $flat "prefix" "" "values" $values) }}
{{- end }}
{{- range $key, $value := $flat }}
{{ $key }}={{ $value }}
{{- end }}
{{- end }}

{{- define "buoy.derivedSettings" -}}
buoy.peers.dns: _{{ include "buoy.scheme" . }}._tcp.{{ include "buoy.headlessDomain" . }}
eureka.instance.hostname: ${POD_NAME}.{{ include "buoy.headlessDomain" . }}
quarkus.shutdown.delay: {{ .Values.drain.delaySeconds }}s
quarkus.shutdown.timeout: {{ .Values.drain.timeoutSeconds }}s
{{- if .Values.persistence.enabled }}
buoy.snapshot.store: file
buoy.snapshot.directory: /var/lib/buoy
{{- end }}
{{- with .Values.postgresql }}
{{- if .enabled }}
buoy.snapshot.store: postgres
{{- $parameters := compact (list (ternary (printf "sslmode=verify-full&sslrootcert=/etc/buoy/postgresql/%s" .caKey) "" (ne .caSecret "")) .parameters) | join "&" }}
quarkus.datasource.jdbc.url: jdbc:postgresql://{{ .host }}:{{ .port }}/{{ .database }}{{ with $parameters }}?{{ . }}{{ end }}
{{- end }}
{{- end }}
{{- if .Values.auth.usersSecret }}
buoy.security.users-file: /etc/buoy/users/{{ .Values.auth.usersKey }}
{{- end }}
{{- if .Values.tls.enabled }}
{{- with .Values.tls.caKey }}
buoy.peers.tls-configuration-name: peers
quarkus.tls.peers.trust-store.pem.certs: /etc/buoy/tls/{{ . }}
quarkus.tls.peers.reload-period: {{ $.Values.tls.reloadPeriod }}
{{- end }}
buoy.peers.dns-scheme: https
quarkus.http.ssl-port: 8761
quarkus.http.insecure-requests: disabled
quarkus.http.tls-configuration-name: buoy
quarkus.tls.buoy.key-store.pem.0.cert: /etc/buoy/tls/tls.crt
quarkus.tls.buoy.key-store.pem.0.key: /etc/buoy/tls/tls.key
quarkus.tls.buoy.reload-period: {{ .Values.tls.reloadPeriod }}
{{- if .Values.tls.management }}
quarkus.management.tls-configuration-name: buoy
{{- end }}
{{- end }}
{{- end }}

{{/* Adds to the dict "into" an entry per leaf of "values", with dots between the names of its parents. */}}
{{- define "buoy.flatten" -}}
{{- $call := . }}
{{- range $key, $value := .values }}
{{- $name := printf "%s%s" $call.prefix (include "buoy.escapeKey" $key) }}
{{- if kindIs "map" $value }}
{{- include "buoy.flatten" (dict "into" $call.into "prefix" (printf "%s." $name) "values" $value) }}
{{- else if not (kindIs "invalid" $value) }}
{{- $_ := set $call.into $name (include "buoy.settingValue" $value) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "buoy.escapeKey" -}}
{{ regexReplaceAll "([\\\\ :=#!])" . "\\${1}" }}
{{- end }}

{{/* A list becomes elements separated by commas. Large whole numbers are written out. */}}
{{- define "buoy.settingValue" -}}
{{- if kindIs "slice" . }}
{{- $elements := list }}
{{- range . }}
{{- $elements = append $elements (include "buoy.settingValue" . | replace "," "\\\\,") }}
{{- end }}
{{- join "," $elements }}
{{- else if and (kindIs "float64" .) (eq . (floor .)) }}
{{- int64 . }}
{{- else }}
{{- $text := toString . | replace "\\" "\\\\" | replace "\r" "\\r" | replace "\n" "\\n" }}
{{- regexReplaceAll "^ " $text "\\ " }}
{{- end }}
{{- end }}
