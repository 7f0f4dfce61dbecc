import type { ClusterNode } from '../cluster-node.ts'
import type { Laboratory } from '../laboratory.ts'
import { signalAll } from '../processes-in.ts'
import { bounded } from '../wait-for.ts'
import type { Failure, Heal } from './failure.ts'
import { startOldPrimary } from './old-primary.ts'

/** Well beyond the ttl of deploy/ha/patroni.yml. */
const beyondTtlSec = 16

async function signalEtcd(nodes: readonly ClusterNode[]): Promise<Heal> {
  for (const { etcd } of nodes) etcd.signal('SIGSTOP')
  return async () => {
    for (const { etcd } of nodes) etcd.signal('SIGCONT')
  }
}

async function switchOver({ cluster }: Laboratory): Promise<undefined> {
  const leader = await cluster.leader()
  const [candidate] = await cluster.standbys()
  const answer = await fetch(`http://${leader.address}:${cluster.ports.rest}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: leader.name, candidate: candidate?.name }),
  })
  if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`)
}

/** The one that restarts first is the one that names all hosts, and the old primary first of them. */
async function restartQuoins({ cluster, quoins }: Laboratory, old: ClusterNode): Promise<void> {
  const hosts = [old, ...cluster.nodes.filter((node) => node !== old)]
  for (const quoin of quoins.toReversed()) {
    await quoin.daemon.end('SIGKILL')
    quoin.start(
      quoin.name === 'b' ? { environment: { DATABASE_URL: cluster.urlByHosts('quoin', hosts) } } : {},
    )
    await bounded('a start beside an old primary', quoin.untilReady())
  }
}

export const databaseFailures: readonly Failure[] = [
  {
    name: 'leader-machine',
    title: 'the leader’s machine is killed',
    back: 'by itself',
    async make({ cluster }) {
      await (await cluster.leader()).kill()
      return undefined
    },
  },
  {
    name: 'postmaster',
    title: 'the leader’s postmaster is killed',
    back: 'by itself',
    async make({ cluster }) {
      signalAll([(await cluster.leader()).postmaster()], 'SIGKILL')
      return undefined
    },
  },
  { name: 'switchover', title: 'a switchover', back: 'by itself', make: switchOver },
  {
    name: 'sync-standby',
    title: 'the machine of the synchronous standby is killed',
    back: 'by itself',
    async make({ cluster }) {
      await (await cluster.standbys())[0]?.kill()
      return undefined
    },
  },
  {
    name: 'standby-frozen',
    title: 'the synchronous standby is frozen, and back',
    back: 'by itself',
    async make({ cluster }) {
      const [node] = await cluster.standbys()
      node?.signal('SIGSTOP')
      return async () => node?.signal('SIGCONT')
    },
  },
  {
    name: 'both-standbys',
    title: 'both standbys are lost: acknowledging stops',
    back: 'when healed',
    stopsNetworks: true,
    async make({ cluster }) {
      for (const node of await cluster.standbys()) node.killDatabase()
      return undefined
    },
  },
  {
    name: 'leader-frozen',
    title: 'the leader’s machine is frozen beyond its ttl, and back',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    async make({ cluster }) {
      const leader = await cluster.leader()
      leader.signal('SIGSTOP')
      return async () => leader.signal('SIGCONT')
    },
  },
  {
    name: 'patroni-killed',
    title: 'the leader’s Patroni alone is killed',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    async make({ cluster }) {
      ;(await cluster.leader()).patroni.signal('SIGKILL')
      return undefined
    },
  },
  {
    name: 'old-primary',
    title: 'the old primary is brought back by hand',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    async make({ cluster }) {
      return (await startOldPrimary(cluster)).heal
    },
  },
  {
    name: 'old-primary-restart',
    title: 'the same, and then each Quoin is killed and started',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    async make(laboratory) {
      const { old, heal } = await startOldPrimary(laboratory.cluster)
      await restartQuoins(laboratory, old)
      return heal
    },
  },
  {
    name: 'etcd-one',
    title: 'one etcd hangs, and is back',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    make: async ({ cluster }) => await signalEtcd([await cluster.leader()]),
  },
  {
    name: 'etcd-all',
    title: 'all etcds hang, and are back',
    back: 'by itself',
    secondsMin: beyondTtlSec,
    make: async ({ cluster }) => await signalEtcd(cluster.nodes),
  },
]
