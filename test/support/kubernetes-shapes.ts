/* Files of deploy/kubernetes, as far as tests read them: each is judged by its schema before. */

/** An object of Kubernetes, as far as all of them are alike. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Labels
  }
}

export type Labels = Readonly<Record<string, string>>

export interface Kustomization extends Manifest {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string; readonly newTag: string }[]
}

export interface ConfigMap extends Manifest {
  readonly data: Labels
}

export interface Secret extends Manifest {
  readonly stringData: Labels
}

interface Selector {
  readonly matchLabels: Labels
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly periodSeconds: number
  readonly failureThreshold: number
}

interface Container {
  readonly image: string
  readonly envFrom: readonly {
    readonly configMapRef?: { readonly name: string }
    readonly secretRef?: { readonly name: string }
  }[]
  readonly env: readonly {
    readonly name: string
    readonly value?: string
    readonly valueFrom?: { readonly secretKeyRef: object }
  }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe: Probe
  readonly livenessProbe: Probe
  readonly readinessProbe: Probe
  readonly resources: Readonly<Record<'requests' | 'limits', { readonly memory: string }>>
  readonly securityContext: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number
  readonly automountServiceAccountToken: boolean
  readonly enableServiceLinks: boolean
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly topologySpreadConstraints: readonly {
    readonly topologyKey: string
    readonly whenUnsatisfiable: string
    readonly labelSelector: Selector
  }[]
  readonly containers: readonly Container[]
  readonly volumes: readonly { readonly name: string }[]
}

export interface StatefulSet extends Manifest {
  readonly spec: {
    readonly replicas: number
    readonly serviceName: string
    readonly selector: Selector
    readonly persistentVolumeClaimRetentionPolicy: object
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec }
    readonly volumeClaimTemplates: readonly {
      readonly metadata: { readonly name: string }
      readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } }
    }[]
  }
}

export interface Service extends Manifest {
  readonly spec: {
    readonly selector: Labels
    readonly clusterIP?: string
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[]
  }
}

export interface DisruptionBudget extends Manifest {
  readonly spec: { readonly maxUnavailable: number; readonly selector: Selector }
}

export interface NetworkPolicy extends Manifest {
  readonly spec: {
    readonly podSelector: Selector
    readonly ingress: readonly {
      readonly from?: readonly { readonly podSelector: Selector }[]
      readonly ports: readonly { readonly port: number | string }[]
    }[]
  }
}

export interface Ingress extends Manifest {
  readonly spec: {
    readonly tls: readonly { readonly hosts: readonly string[] }[]
    readonly rules: readonly {
      readonly host: string
      readonly http: {
        readonly paths: readonly {
          readonly path: string
          readonly backend: {
            readonly service: { readonly name: string; readonly port: { readonly name: string } }
          }
        }[]
      }
    }[]
  }
}

export interface DatabaseCluster extends Manifest {
  readonly spec: {
    readonly instances: number
    readonly imageName: string
    readonly bootstrap: { readonly initdb: Readonly<Record<string, unknown>> }
    readonly postgresql: {
      readonly synchronous: object
      readonly parameters: Labels
    }
    readonly replicationSlots: object
    readonly storage: { readonly size: string }
    readonly walStorage: { readonly size: string }
    readonly resources: Readonly<Record<'requests' | 'limits', { readonly memory: string }>>
    readonly affinity: object
  }
}
