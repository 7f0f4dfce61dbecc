import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Redis } from 'ioredis'
import { until } from '../../../../../test/support/eventually.ts'
import {
  startRedis,
  startRedisNode,
  startSentinel,
  withoutRedis,
} from '../../../../../test/support/redis-process.ts'
import { readRedisUrl } from '../../settings/read-redis-url.ts'
import { systemClock } from '../system-clock.ts'
import type { OpenRateLimiter } from './rate-limiter.ts'
import { openRedisRateLimiter } from './redis-rate-limiter.ts'

const options = { skip: withoutRedis }

interface OpenedLimiter extends OpenRateLimiter {
  readonly lines: readonly string[]
}

function openLimiter(t: TestContext, url: string): OpenedLimiter {
  const address = readRedisUrl(url)
  assert.ok(address)
  const lines: string[] = []
  const keep = (facts: object, event: string): void =>
    void lines.push(`${event} ${'err' in facts ? facts.err : ''}`)
  const limiter = openRedisRateLimiter({
    address,
    clock: systemClock,
    log: { debug: keep, info: keep, warn: keep, error: keep },
  })
  t.after(() => limiter.close())
  return Object.assign(limiter, { lines })
}

let probes = 1_000_000
/** Until the client has connected a call is answered by the fallback, which then knows one key more. */
async function connected(limiter: OpenRateLimiter): Promise<void> {
  await until(async () => {
    const before = limiter.keys
    probes += 1
    await limiter.admit(probes, 1)
    return limiter.keys === before
  }, 'Redis answers')
}

/** Three processes that ask for the same keys at once: how many calls of each key pass. */
async function admittedOf(t: TestContext, url: string, keyIds: readonly number[]): Promise<number[]> {
  const limiters = [openLimiter(t, url), openLimiter(t, url), openLimiter(t, url)]
  for (const limiter of limiters) await connected(limiter)
  return await Promise.all(
    keyIds.map(async (keyId) => {
      const calls = Array.from({ length: 60 }, (_, call) => limiters[call % 3]?.admit(keyId, 20))
      return (await Promise.all(calls)).filter((verdict) => verdict?.isAdmitted).length
    }),
  )
}

test('over several processes exactly the limit passes, and each is told what is left', options, async (t) => {
  const redis = await startRedis()
  t.after(() => redis.stop())
  const url = `redis://127.0.0.1:${redis.port}`
  const limiters = [openLimiter(t, url), openLimiter(t, url), openLimiter(t, url)]
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
})

test('while Redis is away the process limits by itself, and says so once', options, async (t) => {
  const redis = await startRedis()
  t.after(() => redis.stop())
  const limiter = openLimiter(t, `redis://127.0.0.1:${redis.port}`)
  await connected(limiter)
  await redis.stop()
  const before = limiter.lines.length
  let admitted = 0
  for (let call = 0; call < 30; call += 1) admitted += (await limiter.admit(2, 10)).isAdmitted ? 1 : 0
  assert.equal(admitted, 10)
  const said = limiter.lines.slice(before)
  assert.equal(said.filter((line) => line.includes('Redis became unavailable')).length, 1)
  const again = await startRedis(redis.port)
  t.after(() => again.stop())
  await until(async () => {
    await limiter.admit(3, 10)
    return limiter.lines.slice(before).some((line) => line.includes('Redis became available'))
  }, 'it says that Redis is back')
})

test(
  'a Redis that hangs costs one wait, then nobody waits, and limits are exact when it goes on',
  options,
  async (t) => {
    const redis = await startRedis()
    t.after(() => redis.stop())
    const limiter = openLimiter(t, `redis://127.0.0.1:${redis.port}`)
    await connected(limiter)
    redis.hang()
    const startedMs = performance.now()
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => limiter.admit(4, 10)))
    const waitedMs = performance.now() - startedMs
    assert.equal(verdicts.filter(({ isAdmitted }) => isAdmitted).length, 10)
    assert.ok(waitedMs >= 200 && waitedMs < 2_000, `waited ${waitedMs} ms`)
    for (let call = 0; call < 20; call += 1) {
      assert.ok(!(limiter.admit(5, 100) instanceof Promise), 'nobody waits in the second that follows')
    }
    redis.goOn()
    await connected(limiter)
  },
)

test('a cluster is used as one: exactly the limit passes of keys on all its nodes', options, async (t) => {
  const nodes = await Promise.all([startRedisNode(), startRedisNode(), startRedisNode()])
  t.after(() => Promise.all(nodes.map((node) => node.stop())))
  const clients = nodes.map(({ port }) => new Redis({ port, host: '127.0.0.1' }))
  t.after(() => clients.map((client) => client.disconnect()))
  const last = 16_383
  for (const [place, client] of clients.entries()) {
    const from = Math.ceil((place * (last + 1)) / 3)
    const to = Math.ceil(((place + 1) * (last + 1)) / 3) - 1
    await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
    for (const { port, busPort } of nodes) await client.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort)
  }
  await until(async () => {
    const states = await Promise.all(clients.map((client) => client.call('CLUSTER', 'INFO')))
    return states.every((state) => /cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(String(state)))
  }, 'the cluster is complete')
  const keyIds = Array.from({ length: 12 }, (_, key) => key + 1)
  const admitted = await admittedOf(t, `redis://127.0.0.1:${nodes[1]?.port}`, keyIds)
  assert.deepEqual(admitted, Array(12).fill(20))
  const sizes = await Promise.all(clients.map((client) => client.dbsize()))
  assert.ok(
    sizes.every((size) => size > 0),
    `keys on each node: ${sizes}`,
  )
})

test('sentinels tell where the master is, by name where there are several', options, async (t) => {
  const [first, second] = await Promise.all([startRedis(), startRedis()])
  const sentinel = await startSentinel({ first: first.port, second: second.port })
  t.after(() => Promise.all([sentinel, first, second].map((one) => one.stop())))
  const url = `redis://127.0.0.1:1,127.0.0.1:${sentinel.port}/0`
  assert.deepEqual(await admittedOf(t, `${url}?master=second`, [1]), [20])
  const client = new Redis({ port: second.port, host: '127.0.0.1' })
  t.after(() => client.disconnect())
  assert.ok((await client.dbsize()) > 0)
  const nameless = openLimiter(t, url)
  await until(async () => {
    await nameless.admit(1, 20)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return nameless.lines.length > 0
  }, 'it says that it has no Redis')
})

test('a text that is no address of Redis is refused', () => {
  for (const text of ['http://a', 'redis://', 'redis://a:b', 'redis://a,,b', 'redis://a:99999', 'a:6379']) {
    assert.equal(readRedisUrl(text), undefined, text)
  }
  const read = readRedisUrl('rediss://u:p%40@a:1,[::1],c/2?master=m')
  assert.deepEqual(read, {
    hosts: [
      { host: 'a', port: 1 },
      { host: '::1', port: 6379 },
      { host: 'c', port: 6379 },
    ],
    username: 'u',
    password: 'p@',
    database: 2,
    isEncrypted: true,
    master: 'm',
  })
})
