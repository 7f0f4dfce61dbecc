import type { Clock, Log, RateVerdict } from '../../ports/ports.ts'
import type { RedisAddress } from '../../settings/read-redis-url.ts'
import { LocalWhileAway, type SharedLimits } from './local-while-away.ts'
import { type OpenRedis, openRedis } from './open-redis.ts'
import type { OpenRateLimiter } from './rate-limiter.ts'

const windowMs = 60_000

/**
 * The sliding log of one key as a list of accepted times, newest last. Redis' own clock is used, so processes need
 * not agree on the time; one script is one step, so none of them can squeeze in between.
 * Answers: admitted, remaining, milliseconds until the full quota is back, milliseconds until a place is free.
 */
const admitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local limit = tonumber(ARGV[2])
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local count = redis.call('LLEN', KEYS[1])
local admitted = 0
if count < limit then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('PEXPIRE', KEYS[1], window)
  count = count + 1
  admitted = 1
  oldest = oldest or now
end
local newest = redis.call('LINDEX', KEYS[1], -1) or now
return { admitted, math.max(0, limit - count), newest + window - now, (oldest or now) + window - now }
`

/** Runs the script; declared for `defineCommand`, which adds it to the client. */
interface Limiting {
  quoinAdmit(key: string, windowMs: number, limit: number): Promise<[number, number, number, number]>
}

/** Exact over any number of processes and machines (REDIS_URL): each key is one place of a cluster. */
class RedisLimits implements SharedLimits {
  readonly #redis: OpenRedis
  readonly #clock: Clock

  constructor(address: RedisAddress, clock: Clock) {
    this.#clock = clock
    this.#redis = openRedis(address, (client) =>
      client.defineCommand('quoinAdmit', { numberOfKeys: 1, lua: admitScript }),
    )
  }

  async ask(keyId: number, limit: number): Promise<RateVerdict> {
    const { client, fault } = this.#redis
    if (client === undefined) throw fault
    const limiting = client as typeof client & Limiting // the command was defined when it was opened
    const [admitted, remaining, fullInMs, freeInMs] = await limiting.quoinAdmit(
      `quoin:rate:{${keyId}}`,
      windowMs,
      limit,
    )
    return {
      isAdmitted: admitted === 1,
      limit,
      remaining,
      resetSec: Math.ceil((this.#clock.nowMs() + fullInMs) / 1000),
      retryAfterSec: Math.max(1, Math.ceil(freeInMs / 1000)),
    }
  }

  async close(): Promise<void> {
    this.#redis.close()
  }
}

/** While Redis does not answer each process limits by itself. */
export function openRedisRateLimiter({
  address,
  clock,
  log,
}: {
  address: RedisAddress
  clock: Clock
  log: Log
}): OpenRateLimiter {
  return new LocalWhileAway({
    shared: new RedisLimits(address, clock),
    clock,
    onAway: (error) => log.warn({ err: error }, 'Redis became unavailable; each process limits by itself'),
    onBack: () => log.info({}, 'Redis became available; limits are exact over all processes'),
  })
}
