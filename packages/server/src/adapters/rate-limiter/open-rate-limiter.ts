import cluster from 'node:cluster'
import type { Settings } from '../../settings/config.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { openPrimaryRateLimiter } from './primary-rate-limiter.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'
import { openRedisRateLimiter } from './redis-rate-limiter.ts'

/** Where the logs of calls are kept: in Redis, in the primary process of a cluster, or here. */
export function openRateLimiter({
  settings,
  clock,
  log,
}: {
  settings: Settings
  clock: Clock
  log: Log
}): OpenRateLimiter {
  const { redisUrl } = settings
  if (redisUrl !== null) return openRedisRateLimiter({ address: redisUrl, clock, log })
  return cluster.isWorker ? openPrimaryRateLimiter({ clock, log }) : new LocalRateLimiter(clock)
}
