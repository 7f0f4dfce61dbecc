import type { ClusterNode } from '../cluster-node.ts'
import type { CuttableLink, LinkState } from '../cuttable-link.ts'
import type { Laboratory } from '../laboratory.ts'
import type { Failure, Heal } from './failure.ts'

type Pick = (leader: ClusterNode) => CuttableLink

const breaks =
  (pick: Pick, state: LinkState) =>
  async ({ cluster }: Laboratory): Promise<Heal> => {
    const link = pick(await cluster.leader())
    await link.set(state)
    return async () => await link.set('passes')
  }

const resets =
  (pick: Pick) =>
  async (laboratory: Laboratory): Promise<undefined> => {
    const heal = await breaks(pick, 'cut')(laboratory)
    await heal()
  }

const clients: Pick = (leader) => leader.clients
const peers: Pick = (leader) => leader.peers

/** All of them are of the leader; its Patroni, etcd and health checks go on. */
export const linkFailures: readonly Failure[] = [
  {
    name: 'clients-reset',
    title: 'connections of clients to the leader are reset',
    back: 'by itself',
    make: resets(clients),
  },
  {
    name: 'clients-cut',
    title: 'clients are cut off the leader, and connections refused',
    back: 'when healed',
    make: breaks(clients, 'cut'),
  },
  {
    name: 'clients-silent',
    title: 'clients are cut off the leader, and nothing comes through',
    back: 'when healed',
    make: breaks(clients, 'silent'),
  },
  {
    name: 'peers-reset',
    title: 'connections of standbys to the leader are reset',
    back: 'by itself',
    make: resets(peers),
  },
  {
    name: 'peers-cut',
    title: 'standbys are cut off the leader, and connections refused',
    back: 'when healed',
    stopsNetworks: true,
    make: breaks(peers, 'cut'),
  },
  {
    name: 'peers-silent',
    title: 'standbys are cut off the leader, and nothing comes through',
    back: 'when healed',
    stopsNetworks: true,
    make: breaks(peers, 'silent'),
  },
]
