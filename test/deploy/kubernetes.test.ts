import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { manageOperations } from '../../packages/contract/src/manage/operations.ts'
import { operations } from '../../packages/contract/src/operations.ts'
import { operatorOperations } from '../../packages/contract/src/operator/operations.ts'
import { peopleOperations } from '../../packages/contract/src/people/operations.ts'
import { settingRows } from '../../packages/server/src/settings/setting-rows.ts'
import type {
  ConfigMap,
  DisruptionBudget,
  Ingress,
  Kustomization,
  Manifest,
  NetworkPolicy,
  Secret,
  Service,
  StatefulSet,
} from '../support/kubernetes-shapes.ts'
import {
  complaintsOfSchema,
  complaintsOfTypes,
  isOfKubernetes,
  manifestFiles,
  megabytesOf,
  readKubernetes,
} from '../support/kubernetes.ts'
import { repository } from '../support/run-program.ts'
import { makeDataDir, startServerProcess } from '../support/server-process.ts'
import { startTestServer } from '../support/test-server.ts'

const isRoot = process.getuid?.() === 0
const stopMaxSec = 25
const drainMaxSec = 60
const example = 'secret.example.yaml'
const known = new Set<string>(Object.values(settingRows).map(({ variable }) => variable))

let files: ReadonlyMap<string, readonly Manifest[]>
before(async () => {
  files = await readKubernetes()
})
const all = () => [...files.values()].flat().filter(isOfKubernetes)
/** The one of its kind, or the one of that name. */
function find<Found extends Manifest>(kind: Found['kind'], name = 'quoin'): Found {
  const found = [...files.values()].flat().find((one) => one.kind === kind && one.metadata?.name === name)
  assert.ok(found !== undefined, `${kind} ${name}`)
  return found as Found // its kind says so, and the schema of that kind has judged it
}
const pods = () => find<StatefulSet>('StatefulSet').spec
const pod = () => pods().template.spec
function container() {
  const [quoin, ...others] = pod().containers
  assert.ok(quoin !== undefined && others.length === 0)
  return quoin
}

describe('the manifests of Kubernetes', () => {
  test('are valid by its schemas, and have no field that it does not know', async () => {
    assert.ok(all().length > 8)
    assert.deepEqual((await Promise.all(all().map(complaintsOfSchema))).flat(), [])
    assert.equal(await complaintsOfTypes(all()), '')
  })

  test('are all applied, but for the example of a secret', () => {
    const [kustomization] = files.get('kustomization.yaml') as unknown as readonly Kustomization[]
    const others = manifestFiles().filter((name) => ![example, 'kustomization.yaml'].includes(name))
    assert.deepEqual([...(kustomization?.resources ?? [])].sort(), [...others].sort())
  })

  test('name the image of this version', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    const [kustomization] = files.get('kustomization.yaml') as unknown as readonly Kustomization[]
    assert.equal(container().image, `quoin:${version}`)
    assert.deepEqual(
      kustomization?.images.map(({ name, newTag }) => ({ name, newTag })),
      [{ name: 'quoin', newTag: version }],
    )
  })

  test('are put together by kubectl', { skip: kubectlIsMissing() }, () => {
    const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', 'deploy/kubernetes'], {
      cwd: repository,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /image: registry\.example\.com\/quoin:/)
    assert.doesNotMatch(stdout, /kind: Secret/)
  })

  test('have no secret', () => {
    const { stringData } = find<Secret>('Secret')
    assert.deepEqual(Object.values(stringData), ['', ''])
    const { data } = find<ConfigMap>('ConfigMap')
    const secrets = ['QUOIN_SECRET', 'METRICS_TOKEN', 'OPERATOR_TOKEN', 'DATABASE_URL', 'SMTP_URL']
    assert.deepEqual(
      [...Object.keys(data), ...plainNames()].filter((name) => secrets.includes(name)),
      [],
    )
  })

  test('all lie in one namespace, which lets no pod do more than it must', () => {
    const labels = find<Manifest>('Namespace').metadata.labels ?? {}
    assert.equal(labels['pod-security.kubernetes.io/enforce'], 'restricted')
    const spaces = all().filter(({ kind }) => kind !== 'Namespace')
    for (const { kind, metadata } of [...spaces, find<Manifest>('Cluster', 'quoin-database')])
      assert.equal(metadata.namespace, 'quoin', `${kind} ${metadata.name}`)
  })
})

describe('the pods of Quoin', () => {
  test('get settings that there are, with values that Quoin takes', () => {
    const { data } = find<ConfigMap>('ConfigMap')
    const given = {
      ...data,
      ...Object.fromEntries(container().env.map(({ name, value = '' }) => [name, value])),
    }
    const names = [...Object.keys(given), ...Object.keys(find<Secret>('Secret').stringData)]
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    )
    for (const { variable, read } of Object.values(settingRows)) {
      const value = given[variable] ?? ''
      if (value !== '') assert.ok(!((read(value) as unknown) instanceof Error), variable)
    }
    assert.equal(data['REQUIRE_STANDBY'], 'on')
    assert.deepEqual(
      container().envFrom.map((one) => one.configMapRef?.name ?? one.secretRef?.name),
      [find<ConfigMap>('ConfigMap').metadata.name, find<Secret>('Secret').metadata.name],
    )
  })

  test('get the address of the database from the secret that its operator makes', () => {
    const from = container().env.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.secretKeyRef
    const database = find<Manifest>('Cluster', 'quoin-database').metadata.name
    assert.deepEqual(from, { name: `${database}-app`, key: 'uri' })
  })

  test('have more time to stop than Quoin may take', () => {
    assert.ok(pod().terminationGracePeriodSeconds > drainMaxSec + stopMaxSec)
    assert.ok(settingRows.drainMs.read(`${drainMaxSec * 1_000 + 1}`) instanceof Error)
    const { periodSeconds, failureThreshold } = container().readinessProbe
    const drainMs = Number(find<ConfigMap>('ConfigMap').data['DRAIN_MS'])
    assert.ok(drainMs > periodSeconds * failureThreshold * 1_000, 'longer than a balancer needs to notice')
  })

  test('keep the spool on a disk of their own, which outlives them and has room for it', () => {
    const { volumeClaimTemplates, persistentVolumeClaimRetentionPolicy } = pods()
    assert.deepEqual(persistentVolumeClaimRetentionPolicy, { whenDeleted: 'Retain', whenScaled: 'Retain' })
    const folder = container().env.find(({ name }) => name === 'DATA_DIR')?.value
    const mount = container().volumeMounts.find(({ mountPath }) => mountPath === folder)
    const claim = volumeClaimTemplates.find(({ metadata }) => metadata.name === mount?.name)
    const spoolMb = Number(find<ConfigMap>('ConfigMap').data['SPOOL_MAX_MB'])
    assert.ok(megabytesOf(claim?.spec.resources.requests.storage) >= 2 * spoolMb)
    const volumes = [...volumeClaimTemplates.map(({ metadata }) => metadata), ...pod().volumes]
    assert.deepEqual(
      container().volumeMounts.map(({ name }) => name),
      volumes.map(({ name }) => name),
    )
  })

  test('run as the user of the image, write nowhere else, and may do nothing of the kernel', () => {
    const [, user] = /^USER (\d+):\1$/m.exec(readFileSync(join(repository, 'Containerfile'), 'utf8')) ?? []
    const { runAsUser, runAsGroup, fsGroup, runAsNonRoot, seccompProfile } = pod().securityContext
    assert.deepEqual([runAsUser, runAsGroup, fsGroup], Array(3).fill(Number(user)))
    assert.deepEqual([runAsNonRoot, seccompProfile], [true, { type: 'RuntimeDefault' }])
    assert.deepEqual(container().securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(pod().automountServiceAccountToken, false)
    assert.equal(pod().enableServiceLinks, false)
  })

  test('have the memory that a process takes, and are spread over nodes', () => {
    const { requests, limits } = container().resources
    assert.ok(megabytesOf(requests.memory) >= 512 && megabytesOf(limits.memory) >= 2 * 512)
    const [first] = pod().topologySpreadConstraints
    assert.equal(first?.topologyKey, 'kubernetes.io/hostname')
    assert.equal(first?.whenUnsatisfiable, 'DoNotSchedule')
  })

  test('are never all taken away at once', () => {
    const { maxUnavailable } = find<DisruptionBudget>('PodDisruptionBudget').spec
    assert.ok(pods().replicas - maxUnavailable >= 1)
  })

  test('are the ones that services, budget, rules of the network and spread mean', () => {
    const { labels } = pods().template.metadata
    const selectors = [
      pods().selector.matchLabels,
      find<Service>('Service').spec.selector,
      find<Service>('Service', 'quoin-pods').spec.selector,
      find<DisruptionBudget>('PodDisruptionBudget').spec.selector.matchLabels,
      find<NetworkPolicy>('NetworkPolicy').spec.podSelector.matchLabels,
      ...pod().topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
    ]
    for (const selector of selectors) {
      assert.ok(Object.keys(selector).length > 0)
      for (const [name, value] of Object.entries(selector)) assert.equal(labels[name], value)
    }
    assert.equal(pods().serviceName, 'quoin-pods')
    assert.equal(find<Service>('Service', 'quoin-pods').spec.clusterIP, 'None')
  })

  test('are reached at the port that they listen on', () => {
    const [port] = container().ports
    assert.equal(`${port?.containerPort}`, container().env.find(({ name }) => name === 'PORT')?.value)
    const { startupProbe, livenessProbe, readinessProbe } = container()
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      assert.equal(httpGet.port, port?.name)
    for (const name of ['quoin', 'quoin-pods'])
      for (const { targetPort } of find<Service>('Service', name).spec.ports)
        assert.equal(targetPort, port?.name)
    const [rule] = find<NetworkPolicy>('NetworkPolicy').spec.ingress
    assert.deepEqual(rule?.ports, [{ port: port?.name }])
  })
})

describe('the paths that are published', () => {
  const covers = (path: string) => {
    const [rule] = find<Ingress>('Ingress').spec.rules
    return rule?.http.paths.some((one) => path === one.path || path.startsWith(`${one.path}/`))
  }

  test('are those of visitors, networks and publishers', () => {
    const needed = [
      ...[...operations, ...manageOperations, ...peopleOperations].map(({ path }) => path),
      ...['/wall', '/sdk.js', '/dashboard', '/docs/publishers', '/images/offer.svg', '/openapi.json'],
    ]
    assert.ok(needed.length > 50)
    assert.deepEqual(
      needed.filter((path) => !covers(path)),
      [],
    )
  })

  test('are none of the operator, nor health and figures', () => {
    const inside = [...operatorOperations.map(({ path }) => path), '/metrics', '/livez', '/readyz']
    assert.ok(inside.length > 50)
    assert.deepEqual(inside.filter(covers), [])
  })

  test('lead to a service that there is, at the address that links are made of', () => {
    const { rules, tls } = find<Ingress>('Ingress').spec
    const { hostname } = new URL(find<ConfigMap>('ConfigMap').data['BASE_URL'] ?? '')
    for (const { host, http } of rules) {
      assert.equal(host, hostname)
      assert.deepEqual(tls[0]?.hosts, [hostname])
      for (const { backend } of http.paths) {
        const { ports } = find<Service>('Service', backend.service.name).spec
        assert.ok(ports.some(({ name }) => name === backend.service.port.name))
      }
    }
  })
})

describe('the probes', () => {
  test('answer 200 without a standby and without a database, on a volume as a pod gets it', async () => {
    const postgres = await startTestServer()
    const paths = [container().startupProbe, container().livenessProbe, container().readinessProbe].map(
      ({ httpGet }) => httpGet.path,
    )
    const dataDir = await makeDataDir()
    const under = isRoot ? asPod(dataDir) : []
    const settings = {
      ...find<ConfigMap>('ConfigMap').data,
      DATABASE_URL: postgres.url,
      QUOIN_SECRET: 'a'.repeat(64),
      DATA_DIR: dataDir,
      DRAIN_MS: '0',
      PORT: '0',
    }
    const server = await startServerProcess({ environment: settings, dataDir, under })
    const ask = async (path: string) => (await fetch(`${server.url}${path}`)).status
    const askAll = () => Promise.all(paths.map(ask))
    try {
      assert.deepEqual(await askAll(), [200, 200, 200])
      assert.equal(await ask('/readyz'), 503)
      const { uid } = statSync(join(dataDir, 'spool'))
      assert.equal(uid, isRoot ? pod().securityContext['runAsUser'] : process.getuid?.())
    } finally {
      await postgres.stop()
    }
    assert.deepEqual(await askAll(), [200, 200, 200])
    assert.equal((await server.stop()).code, 0)
  })
})

/** A volume as a pod gets it belongs to root and to the group of `fsGroup`; the process is of that group alone. */
function asPod(dataDir: string): readonly string[] {
  const { runAsUser, fsGroup } = pod().securityContext
  chownSync(dataDir, 0, Number(fsGroup))
  chmodSync(dataDir, 0o2775)
  return ['setpriv', `--reuid=${runAsUser}`, `--regid=${fsGroup}`, '--clear-groups']
}

function plainNames(): readonly string[] {
  return container()
    .env.filter(({ value }) => value !== undefined)
    .map(({ name }) => name)
}

function kubectlIsMissing(): string | false {
  return spawnSync('which', ['kubectl']).status !== 0 && 'kubectl is missing'
}
