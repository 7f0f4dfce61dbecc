import cluster from 'node:cluster'
import type { Settings } from '../../settings/config.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { openPrimaryRateLimiter } from './primary-rate-limiter.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'

/** Where the logs of calls are kept: in Redis, whose client is loaded for it alone, in the primary process of a cluster, or here. */
export async function openRateLimiter({
  settings,
  clock,
  log,
}: {
  settings: Settings
  clock: Clock
  log: Log
}): Promise<OpenRateLimiter> {
  const { redisUrl } = settings
  if (redisUrl !== null) {
    const { openRedisRateLimiter } = await import('./redis-rate-limiter.ts')
    return openRedisRateLimiter({ address: redisUrl, clock, log })
  }
  return cluster.isWorker ? openPrimaryRateLimiter({ clock, log }) : new LocalRateLimiter(clock)
}
