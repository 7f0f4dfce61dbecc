import { randomBytes } from 'node:crypto'
import { findFreePort } from '../../../packages/embedded-postgres/src/free-port.ts'

/** The same on each node's own address, but for those of the whole cluster. */
const names = [
  'postgres',
  /** In between: by which the other nodes, and by which clients reach a PostgreSQL. */
  'peers',
  'clients',
  'rest',
  'etcd',
  'etcdPeer',
  'database',
  'replica',
  'quoin',
  'quoinA',
  'quoinB',
  'redis',
] as const

export type ClusterPorts = Readonly<Record<(typeof names)[number], number>>

export async function findClusterPorts(): Promise<ClusterPorts> {
  const found = new Set<number>()
  while (found.size < names.length) found.add(await findFreePort())
  const ports = [...found]
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as ClusterPorts // one for each name
}

/** Made anew for each cluster, and printed by `npm run cluster`. */
export interface ClusterSecrets {
  readonly superuser: string
  readonly replication: string
  readonly rewind: string
  readonly quoin: string
  readonly master: string
}

export function makeClusterSecrets(): ClusterSecrets {
  const secret = (): string => randomBytes(16).toString('hex')
  return { superuser: secret(), replication: secret(), rewind: secret(), quoin: secret(), master: secret() }
}
