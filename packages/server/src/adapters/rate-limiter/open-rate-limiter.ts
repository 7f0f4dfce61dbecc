import cluster from 'node:cluster'
import type { Settings } from '../../settings/config.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import { PrimaryRateLimiter } from './primary-rate-limiter.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'
import { RedisRateLimiter } from './redis-rate-limiter.ts'

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
  if (settings.redisUrl !== null) return new RedisRateLimiter({ url: settings.redisUrl, clock, log })
  return cluster.isWorker ? new PrimaryRateLimiter(clock) : new LocalRateLimiter(clock)
}
