import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { clusterSchema, operatorsParameters } from '../support/cloud-native-pg.ts'
import type { DatabaseCluster, NetworkPolicy, StatefulSet } from '../support/kubernetes-shapes.ts'
import { megabytesOf, readKubernetes } from '../support/kubernetes.ts'
import { openManifestPackages } from '../support/manifests.ts'

interface Patroni {
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: Readonly<Record<string, string | number>> } }
  }
}

describe('the database on Kubernetes', () => {
  let cluster: DatabaseCluster
  let policy: NetworkPolicy
  let quoin: StatefulSet
  let patroni: Patroni
  let complaints: readonly string[]
  before(async () => {
    const files = await readKubernetes()
    const { complaintsOf, readManifests } = await openManifestPackages()
    ;[cluster] = files.get('database.yaml') as readonly [DatabaseCluster] // its schema is asked first
    ;[policy] = files.get('network.yaml') as readonly [NetworkPolicy]
    ;[quoin] = files.get('quoin.yaml') as readonly [StatefulSet]
    ;[patroni] = readManifests('deploy/ha/patroni.yml') as readonly [Patroni]
    complaints = complaintsOf(clusterSchema, cluster)
  })

  test('has fields that CloudNativePG knows', () => {
    assert.deepEqual(complaints, [])
  })

  test('acknowledges nothing that is on one machine alone, and promotes nobody who may lack it', () => {
    assert.deepEqual(cluster.spec.postgresql.synchronous, {
      method: 'any',
      number: 1,
      dataDurability: 'required',
      failoverQuorum: true,
    })
    assert.equal(cluster.spec.postgresql.parameters['synchronous_commit'], 'on')
    assert.equal(cluster.spec.instances, 3)
    assert.deepEqual(cluster.spec.affinity, {
      enablePodAntiAffinity: true,
      podAntiAffinityType: 'required',
      topologyKey: 'kubernetes.io/hostname',
    })
    assert.equal(cluster.spec.bootstrap.initdb['dataChecksums'], true)
    assert.deepEqual(cluster.spec.replicationSlots, { highAvailability: { enabled: true } })
  })

  test('is a PostgreSQL of a named version that Quoin takes', () => {
    const [, major] = /^[\w./-]+\/postgresql:(\d+)\.\d+-/.exec(cluster.spec.imageName) ?? []
    assert.ok(Number(major) >= 15)
  })

  test('has the parameters of the cluster that was tried, and none that its operator refuses', () => {
    const { parameters } = cluster.spec.postgresql
    assert.deepEqual(
      Object.keys(parameters).filter((name) => operatorsParameters.includes(name)),
      [],
    )
    const tried = Object.entries(patroni.bootstrap.dcs.postgresql.parameters).filter(
      ([name, value]) => !operatorsParameters.includes(name) && !`${value}`.startsWith('@'),
    )
    assert.ok(tried.length > 10)
    for (const [name, value] of tried) assert.equal(parameters[name], `${value}`, name)
  })

  test('has room for its log, and memory for its buffers', () => {
    const { parameters } = cluster.spec.postgresql
    const log = ['max_wal_size', 'wal_keep_size', 'max_slot_wal_keep_size'].map((name) =>
      megabytesOf(parameters[name]),
    )
    const logMb = log.reduce((sum, one) => sum + one, 0)
    assert.ok(logMb < megabytesOf(cluster.spec.walStorage.size), `${logMb} MB`)
    const memoryMb = megabytesOf(cluster.spec.resources.limits.memory)
    assert.equal(megabytesOf(parameters['shared_buffers']) * 4, memoryMb)
  })

  test('has a connection for each that Quoin opens, with one pod more during a rollout', () => {
    const ofPod = 12 + 1
    assert.ok(
      ofPod * (quoin.spec.replicas + 1) < Number(cluster.spec.postgresql.parameters['max_connections']),
    )
  })

  test('is reached by Quoin, by itself and by its operator alone', () => {
    const own = { 'cnpg.io/cluster': cluster.metadata.name }
    assert.deepEqual(policy.spec.podSelector.matchLabels, own)
    const callers = policy.spec.ingress.flatMap(({ from = [] }) =>
      from.map(({ podSelector }) => podSelector.matchLabels),
    )
    assert.deepEqual(callers, [
      quoin.spec.selector.matchLabels,
      own,
      { 'app.kubernetes.io/name': 'cloudnative-pg' },
    ])
    for (const { from = [], ports } of policy.spec.ingress) {
      assert.equal(from.length, 1)
      assert.ok(ports.some(({ port }) => port === 5_432))
    }
  })
})
