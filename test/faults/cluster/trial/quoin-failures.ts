import type { ClusterQuoin } from '../cluster-quoin.ts'
import type { Laboratory } from '../laboratory.ts'
import { isShiftingPossible, shiftedEnvironment } from '../../support/shifted-clock.ts'
import type { Failure, Heal } from './failure.ts'

type Other = Parameters<ClusterQuoin['start']>[0]

/** In order, as for an upgrade: the balancer sees it leave before it is gone. */
export async function restart(quoin: ClusterQuoin, other: Other = {}): Promise<void> {
  await quoin.daemon.end()
  quoin.start(other)
  await quoin.untilReady()
}

const shifts =
  (shift: string) =>
  async ({ cluster, quoins: [, quoin] }: Laboratory): Promise<Heal> => {
    await restart(quoin, { environment: await shiftedEnvironment(cluster.folder, shift) })
    return async () => await restart(quoin)
  }

const clock = (name: string, shift: string, told: string): Failure => ({
  name,
  title: `the clock of one Quoin is ${told}`,
  back: 'by itself',
  missing: () => (isShiftingPossible ? undefined : 'faketime is not installed'),
  make: shifts(shift),
})

export const quoinFailures: readonly Failure[] = [
  clock('clock-1h-back', '-1h', 'an hour slow'),
  clock('clock-1h-on', '+1h', 'an hour fast'),
  clock('clock-8d-on', '+8d', 'eight days fast'),
  {
    name: 'quoin-killed',
    title: 'one Quoin is killed',
    back: 'by itself',
    async make({ quoins: [quoin] }) {
      await quoin.daemon.end('SIGKILL')
      return undefined
    },
  },
  {
    name: 'rolling-restart',
    title: 'both Quoins are restarted, one after the other',
    back: 'by itself',
    async make({ quoins }) {
      for (const quoin of quoins) await restart(quoin)
      return undefined
    },
  },
  {
    name: 'redis',
    title: 'Redis is killed',
    back: 'by itself',
    missing: ({ cluster }) => (cluster.redis === undefined ? 'redis-server is not installed' : undefined),
    async make({ cluster }) {
      await cluster.redis?.end('SIGKILL')
      return undefined
    },
  },
]
