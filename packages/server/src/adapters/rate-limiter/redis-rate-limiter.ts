import { Redis } from 'ioredis'
import type { Clock, Log, RateVerdict } from '../../ports/ports.ts'
import { LocalRateLimiter, type OpenRateLimiter } from './rate-limiter.ts'

const windowMs = 60_000
const commandTimeoutMs = 250

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
interface LimitingRedis extends Redis {
  quoinAdmit(key: string, windowMs: number, limit: number): Promise<[number, number, number, number]>
}

/**
 * Exact over any number of processes and machines (REDIS_URL; Redis, Valkey or a cluster of them). While Redis does
 * not answer each process limits by itself, which lets at most one quota per process through.
 */
export class RedisRateLimiter implements OpenRateLimiter {
  readonly #redis: LimitingRedis
  readonly #fallback: LocalRateLimiter
  readonly #clock: Clock
  readonly #log: Log
  #isDown = false

  constructor({ url, clock, log }: { url: string; clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
    this.#fallback = new LocalRateLimiter(clock)
    const redis = new Redis(url, {
      commandTimeout: commandTimeoutMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    })
    redis.on('error', () => {}) // Said once, by the call that fails.
    redis.defineCommand('quoinAdmit', { numberOfKeys: 1, lua: admitScript })
    this.#redis = redis as LimitingRedis // the command was defined in the line above
  }

  /** Those of the fallback: what Redis keeps is not ours to count. */
  get keys(): number {
    return this.#fallback.keys
  }

  async admit(keyId: number, limit: number): Promise<RateVerdict> {
    try {
      const [admitted, remaining, fullInMs, freeInMs] = await this.#redis.quoinAdmit(
        `quoin:rate:{${keyId}}`,
        windowMs,
        limit,
      )
      this.#noteUp()
      return {
        isAdmitted: admitted === 1,
        limit,
        remaining,
        resetSec: Math.ceil((this.#clock.nowMs() + fullInMs) / 1000),
        retryAfterSec: Math.max(1, Math.ceil(freeInMs / 1000)),
      }
    } catch (error) {
      this.#noteDown(error)
      return this.#fallback.admit(keyId, limit)
    }
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  #noteDown(error: unknown): void {
    if (!this.#isDown) this.#log.warn({ err: error }, 'Redis is away: each process limits by itself')
    this.#isDown = true
  }

  #noteUp(): void {
    if (this.#isDown) this.#log.info({}, 'Redis is back: limits are exact over all processes')
    this.#isDown = false
  }
}
