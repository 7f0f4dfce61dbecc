import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { RedisRateLimiter } from './redis-rate-limiter.ts'
import { systemClock } from './system-clock.ts'

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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
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
  port = await freePort()
  await startRedis()
})

after(stopRedis)

function createLimiter(): RedisRateLimiter {
  return new RedisRateLimiter({ url: `redis://127.0.0.1:${port}`, clock: systemClock, log })
}

/** Until the client has connected a call is answered by the fallback. */
async function connected(limiter: RedisRateLimiter, keyId: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const before = limiter.keys
    await limiter.admit(keyId, 1_000_000)
    if (limiter.keys === before && before === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (tries === 20) return
  }
}

test('over several processes exactly the limit passes, and each is told what is left', options, async () => {
  const limiters = [createLimiter(), createLimiter(), createLimiter()]
  for (const [index, limiter] of limiters.entries()) await connected(limiter, 900 + index)
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
  await connected(limiter, 990)
  await stopRedis()
  lines.length = 0
  let admitted = 0
  for (let call = 0; call < 30; call += 1) admitted += (await limiter.admit(2, 10)).isAdmitted ? 1 : 0
  assert.equal(admitted, 10)
  assert.equal(lines.filter((line) => line.includes('Redis is away')).length, 1)
  await startRedis()
  for (let tries = 0; tries < 300 && !lines.some((line) => line.includes('is back')); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    await limiter.admit(3, 10)
  }
  assert.ok(lines.some((line) => line.includes('Redis is back')))
  await limiter.close()
})
