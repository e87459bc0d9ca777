{{- define "pod.security" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}
{{- define "container.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}
{{- define "image.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- define "internet.peers" -}}
# Neither private networks nor addresses of a link, where clouds keep the credentials of a machine.
- ipBlock:
    cidr: 0.0.0.0/0
    except: [10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
- ipBlock:
    cidr: "::/0"
    except: ["fc00::/7", "fe80::/10"]
{{- end -}}
