{{- define "buoy.testSelectorLabels" -}}
app.kubernetes.io/name: {{ include "buoy.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: test
{{- end }}
