import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { until } from '../../../../../test/support/eventually.ts'
import { findFreePort } from '@quoin/embedded-postgres/free-port.ts'
import { RedisRateLimiter } from './redis-rate-limiter.ts'
import { systemClock } from '../system-clock.ts'

const isMissing = spawnSync('redis-server', ['--version']).status !== 0
const options = { skip: isMissing && 'redis-server is not installed' }

let redis: ChildProcess | undefined
let port = 0
const lines: string[] = []
const log = {
  debug: () => {},
  info: (_facts: object, event: string) => void lines.push(event),
  warn: (_facts: object, event: string) => void lines.push(event),
  error: (_facts: object, event: string) => void lines.push(event),
}

async function startRedis(): Promise<void> {
  redis = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ])
  for await (const chunk of redis.stdout ?? []) {
    if (String(chunk).includes('Ready to accept connections')) break
  }
  redis.stdout?.resume()
}

async function stopRedis(): Promise<void> {
  if (!redis || redis.exitCode !== null) return
  const ended = once(redis, 'exit')
  redis.kill('SIGKILL')
  await ended
}

before(async () => {
  if (isMissing) return
  port = await findFreePort()
  await startRedis()
})

after(stopRedis)

function createLimiter(): RedisRateLimiter {
  return new RedisRateLimiter({ url: `redis://127.0.0.1:${port}`, clock: systemClock, log })
}

let probes = 1_000_000
/** Until the client has connected a call is answered by the fallback, which then knows one key more. */
async function connected(limiter: RedisRateLimiter): Promise<void> {
  await until(async () => {
    const before = limiter.keys
    probes += 1
    await limiter.admit(probes, 1)
    return limiter.keys === before
  }, 'Redis answers')
}

test('over several processes exactly the limit passes, and each is told what is left', options, async () => {
  const limiters = [createLimiter(), createLimiter(), createLimiter()]
  for (const limiter of limiters) await connected(limiter)
  const calls = Array.from({ length: 300 }, (_, call) => limiters[call % 3]?.admit(1, 100))
  const verdicts = (await Promise.all(calls)).filter((verdict) => verdict !== undefined)
  const admitted = verdicts.filter(({ isAdmitted }) => isAdmitted)
  assert.equal(admitted.length, 100)
  assert.deepEqual(
    admitted.map(({ remaining }) => remaining).sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, left) => left),
  )
  const refused = verdicts.find(({ isAdmitted }) => !isAdmitted)
  assert.ok(refused && refused.retryAfterSec >= 1 && refused.retryAfterSec <= 60)
  const inSec = refused.resetSec - Date.now() / 1000
  assert.ok(inSec > 0 && inSec <= 62, `the quota is back in ${inSec} s`)
  await Promise.all(limiters.map((limiter) => limiter.close()))
})

test('while Redis is away the process limits by itself, and says so once', options, async () => {
  const limiter = createLimiter()
  await connected(limiter)
  await stopRedis()
  lines.length = 0
  let admitted = 0
  for (let call = 0; call < 30; call += 1) admitted += (await limiter.admit(2, 10)).isAdmitted ? 1 : 0
  assert.equal(admitted, 10)
  assert.equal(lines.filter((line) => line.includes('Redis is away')).length, 1)
  await startRedis()
  await until(async () => {
    await limiter.admit(3, 10)
    return lines.some((line) => line.includes('Redis is back'))
  }, 'it says that Redis is back')
  await limiter.close()
})
