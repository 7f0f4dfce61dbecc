import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Laboratory } from '../laboratory.ts'

/** A copy of what each program has said, since the cluster's folder goes with it. */
export function keepLogs({ cluster, quoins }: Laboratory, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const keep = (from: string, name: string): void => {
    if (existsSync(from)) cpSync(from, join(folder, name))
  }
  for (const node of cluster.nodes)
    for (const name of ['etcd', 'patroni', 'by-hand'])
      keep(join(node.folder, `${name}.log`), `${node.name}-${name}.log`)
  for (const { name, folder: own } of quoins) keep(join(own, 'log'), `quoin-${name}.log`)
  keep(join(cluster.folder, 'haproxy', 'log'), 'haproxy.log')
}
