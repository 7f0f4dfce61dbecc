import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Laboratory } from '../laboratory.ts'
import type { Failure, Heal } from './failure.ts'

const fillerName = 'filler'

/** Nothing is left on the disk of the folder. */
function fill(folder: string): Heal {
  const filler = join(folder, fillerName)
  // Twice: the second takes what files gave back meanwhile.
  for (const name of [filler, `${filler}-2`]) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail > 0) spawnSync('fallocate', ['-l', String(bavail * bsize), name])
  }
  return async () => {
    for (const name of [filler, `${filler}-2`]) rmSync(name, { force: true })
  }
}

const needsDisks = ({ cluster, quoins }: Laboratory): string | undefined =>
  [...cluster.nodes, ...quoins].every(({ hasDisk }) => hasDisk)
    ? undefined
    : 'disks of their own are mounted by root alone'

export const diskFailures: readonly Failure[] = [
  {
    name: 'disk-leader',
    title: 'the leader’s disk is full',
    back: 'when healed',
    missing: needsDisks,
    make: async ({ cluster }) => fill((await cluster.leader()).disk),
  },
  {
    name: 'disk-standby',
    title: 'the disk of the synchronous standby is full',
    back: 'by itself',
    secondsMin: 20,
    missing: needsDisks,
    async make({ cluster }) {
      const [standby] = await cluster.standbys()
      return standby === undefined ? undefined : fill(standby.disk)
    },
  },
  {
    name: 'disk-spool',
    title: 'the disks of both spools are full while acknowledging has stopped',
    back: 'when healed',
    stopsNetworks: true,
    refusesVisitors: true,
    missing: needsDisks,
    async make({ cluster, quoins }) {
      for (const node of await cluster.standbys()) node.killDatabase()
      const heals = quoins.map(({ dataDir }) => fill(dataDir))
      return async () => {
        for (const heal of heals) await heal()
      }
    },
  },
]
