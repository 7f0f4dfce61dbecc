import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../support/eventually.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { readFigures } from './support/read-figures.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'
import type { RunningLoad } from './support/visitors.ts'

/** Longer than a silent database is waited for. */
const hangMs = 7_000
/** Nobody waits longer for an answer while the database is known to be away. */
const promptMs = 2_500

/** The answers while `work` ran. */
async function answersDuring(
  load: RunningLoad,
  work: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  const before = new Map(load.seen.answers)
  await work()
  return Object.fromEntries(
    [...load.seen.answers]
      .map(([what, count]) => [what, count - (before.get(what) ?? 0)])
      .filter(([, count]) => count !== 0),
  )
}

/** Some of each are answered as always, and whoever is refused meanwhile is seen. */
async function untilBothAreServed({ seen: { answers } }: RunningLoad): Promise<void> {
  for (const what of ['click 302', 'postback 200']) {
    const enough = (answers.get(what) ?? 0) + 50
    await until(() => (answers.get(what) ?? 0) >= enough, `${what} is the answer again`)
  }
}

/** Callers who need the database are answered at once while it is away, with when to come back. */
async function assertAwayAnswers(world: FaultWorld): Promise<void> {
  const { url } = world.server()
  const credentials = { 'X-API-Key': world.apiKey, 'X-API-Secret': world.apiSecret }
  for (const [path, init] of [
    ['/api/v1/offers?userId=u1', { headers: credentials }],
    ['/postback?click_id=0192f0c1-2d3e-7a4b-8c5d-6e7f8a9b0c1d&payout=1&status=approved', {}],
    ['/v1/conversions', post(credentials, { userId: 'u1', offerId: world.offerId })],
    ['/api/v1/fingerprint', post(credentials, { userId: 'u1', fingerprint_hash: 'abcdef0123456789' })],
    ['/readyz', {}],
  ] as const) {
    const startedMs = performance.now()
    const response = await fetch(`${url}${path}`, init)
    const tookMs = performance.now() - startedMs
    const body = (await response.json()) as { error?: { code: string } } // every answer is the envelope
    assert.deepEqual([path, response.status, body.error?.code], [path, 503, 'SERVER_ERROR'])
    assert.ok(Number(response.headers.get('retry-after')) > 0, path)
    assert.ok(tookMs < promptMs, `${path} took ${Math.round(tookMs)} ms`)
  }
  // Links are answered without a database, so that their balancer keeps the process.
  assert.equal((await fetch(`${url}/readyz?plane=links`)).status, 200)
  const startedMs = performance.now()
  const link = `${url}/track?offerId=${world.offerId}&apiKey=${world.apiKey}&userId=u1`
  assert.equal((await fetch(link, { redirect: 'manual' })).status, 302)
  assert.ok(performance.now() - startedMs < promptMs)
  const figures = await readFigures(url)
  assert.equal(figures['quoin_database_away'], 1)
  assert.ok((figures['quoin_spool_bytes'] ?? 0) > 0)
  assert.equal(figures['quoin_spool_max_bytes'], 1_024 ** 3)
}

function post(headers: Record<string, string>, body: object): RequestInit {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

test('while the database is stopped visitors are sent on, networks hear 503, and all is there afterwards', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const load = world.load()
  await delay(500)
  await database.stop()
  await delay(300)
  const during = await answersDuring(load, async () => {
    await delay(1_500)
    await assertAwayAnswers(world)
  })
  await database.start()
  await world.settle()
  const after = await answersDuring(load, () => untilBothAreServed(load))
  await load.stop()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; away: ${JSON.stringify(during)}; after: ${JSON.stringify(after)}`)
  assert.deepEqual(Object.keys(during).sort(), ['click 302', 'postback 503'])
  assert.deepEqual(Object.keys(after).sort(), ['click 302', 'postback 200'])
  // Not one visitor was refused or left without an answer, from the first moment on.
  const all = [...load.seen.answers.keys()].filter((what) => what.startsWith('click'))
  assert.deepEqual(all, ['click 302'])
  assertNothingLost(verdict)
})

test('a database that hangs is away after seconds, and back when it goes on', async (t) => {
  const world = await createFaultWorld(t)
  const load = world.load()
  await delay(500)
  await world.signalDatabase('SIGSTOP')
  const during = await answersDuring(load, async () => {
    await delay(hangMs)
    await assertAwayAnswers(world)
  })
  await world.signalDatabase('SIGCONT')
  await world.settle()
  const after = await answersDuring(load, () => untilBothAreServed(load))
  await load.stop()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; hung: ${JSON.stringify(during)}; after: ${JSON.stringify(after)}`)
  assert.ok((during['click 302'] ?? 0) > 1_000)
  assert.deepEqual(Object.keys(after).sort(), ['click 302', 'postback 200'])
  const all = [...load.seen.answers.keys()].filter((what) => what.startsWith('click'))
  assert.deepEqual(all, ['click 302'])
  assertNothingLost(verdict)
})

test('a server that dies while the database is away leaves its clicks to the next', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const load = world.load()
  await delay(300)
  await database.stop()
  const spooled = async () => (await readFigures(world.server().url))['quoin_spool_bytes'] ?? 0
  await until(async () => (await spooled()) > 0, 'clicks are spooled')
  await world.killServer()
  await load.stop()
  await database.start()
  await world.startServer()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

test('a spool that is full refuses visitors with 503, and keeps what it has acknowledged', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { SPOOL_MAX_MB: '1' } })
  await database.stop()
  const load = world.load({ visitors: 32, networks: 0 })
  await until(() => load.seen.answers.has('click 503'), 'the spool is full')
  await load.stop()
  await database.start()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; ${JSON.stringify([...load.seen.answers])}`)
  assertNothingLost(verdict)
})
