import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { assertSuccess } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { GatheredCalls } from '../adapters/calls/gathered-calls.ts'
import { pruneCalls } from '../features/apps/prune-calls.ts'
import type { ApiCall } from '../ports/calls.ts'
import { keepNewestCalls, type KeptCall, listCalls } from '../store/calls/calls.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '10000' } })
})
after(() => world.close())
beforeEach(async () => {
  await world.open.calls.write()
  await world.database.database.query('delete from api_calls', [])
})

const newest = { sort: 'time', isDescending: true, after: null, limit: 100 } as const

async function kept(isTest = false): Promise<readonly KeptCall[]> {
  await world.open.calls.write()
  const { rows } = await listCalls(world.ports.db, { appId: world.app.appId, isTest }, newest)
  return rows
}

const list = (query: Record<string, string>, headers: Readonly<Record<string, string>> = world.credentials) =>
  world.get('/api/v1/offers', { query, headers })

test("an app's log tells how its calls ended, and what was wrong with the parameters", async () => {
  const ok = await list({ userId: 'u-1', country: 'DE', platform: 'ios' })
  await list({ country: 'Atlantis' })
  await list({ userId: 'u-1' }, { ...world.credentials, 'x-api-secret': 'wrong' })
  await world.post('/api/v1/conversions', { headers: world.credentials, body: '{' })
  const rows = await kept()
  const told = rows.map(({ operation, status, errorCode }) => `${operation} ${status} ${errorCode}`)
  assert.deepEqual(told, [
    'createConversion 400 INVALID_REQUEST',
    'listOffers 401 INVALID_API_SECRET',
    'listOffers 400 INVALID_REQUEST',
    'listOffers 200 null',
  ])
  assert.equal(rows[3]?.requestId, ok.json().meta.request_id)
  assert.ok(
    rows[2]?.problems.some((problem) => problem.startsWith('country ')),
    String(rows[2]?.problems),
  )
  assert.ok(rows.every(({ latencyMs }) => latencyMs >= 0 && latencyMs < 60_000))
})

test('a call whose body is too large stands in the log as well', async () => {
  await world.post('/api/v1/conversions', {
    headers: world.credentials,
    body: JSON.stringify({ userId: 'x'.repeat(2_000_000) }),
  })
  const [row] = await kept()
  assert.equal(`${row?.operation} ${row?.status} ${row?.errorCode}`, 'createConversion 400 INVALID_REQUEST')
})

test('no value of a call, and no secret, reaches the log', async () => {
  const secret = world.credentials['x-api-secret'] ?? ''
  await list({ userId: 'canary-user', country: 'canary-country', limit: 'canary-limit' })
  await list({ userId: 'canary-user', apiSecret: secret, apiKey: world.credentials['x-api-key'] ?? '' }, {})
  await world.post('/api/v1/conversions', {
    headers: world.credentials,
    body: { userId: 7, canary: 'canary' },
  })
  const rows = JSON.stringify(await kept())
  assert.ok(rows.includes('listOffers'))
  assert.ok(!rows.includes('canary'), rows)
  assert.ok(secret.length > 10 && !rows.includes(secret))
})

test('live and test calls are apart; a call with a key of nobody is in no log', async () => {
  await list({ userId: 'u-1' }, world.testCredentials)
  await list({ userId: 'u-1' }, { 'x-api-key': 'pk_live_nobody', 'x-api-secret': 'sk' })
  assert.deepEqual(await kept(), [])
  assert.equal((await kept(true)).length, 1)
})

test('a browser’s calls are told apart from a server’s', async () => {
  const session = await world.post('/api/v1/sessions', {
    headers: world.credentials,
    body: { userId: 'user-42' },
  })
  const { token } = assertSuccess<{ token: string }>(session, 201)
  await list({ userId: 'user-42' }, { authorization: `Bearer ${token}` })
  const rows = await kept()
  assert.deepEqual(
    rows.map(({ operation, isSession }) => [operation, isSession]),
    [
      ['listOffers', true],
      ['createSession', false],
    ],
  )
})

test('five of many calls that end the same way are kept, and the last says how many more there were', async () => {
  for (let index = 0; index < 40; index += 1) await list({ userId: `u-${index}`, country: 'DE' })
  await list({})
  const rows = await kept()
  assert.deepEqual(
    rows.map(({ status, others }) => [status, others]),
    [[400, 0], [200, 35], ...Array.from({ length: 4 }, () => [200, 0])],
  )
})

const call = (index: number): ApiCall => ({
  appId: world.app.appId,
  isTest: false,
  isSession: false,
  operation: `op-${index}`,
  status: 200,
  atMs: world.clock.nowMs() + index,
  requestId: `req-${index}`,
  errorCode: null,
  problems: [],
  latencyMs: 1,
})

test('the newest calls of an app stay; those older than two weeks go', async () => {
  for (let index = 0; index < 30; index += 1) world.open.calls.note(call(index))
  assert.equal((await kept()).length, 30)
  const app = { appId: world.app.appId, isTest: false }
  await keepNewestCalls(world.ports.db, [app, { ...app, isTest: true }], 10)
  assert.deepEqual(
    (await kept()).map(({ operation }) => operation),
    Array.from({ length: 10 }, (_, index) => `op-${29 - index}`),
  )
  world.clock.advance({ ms: 15 * 86_400_000 })
  assert.equal(await pruneCalls(world.ports), 10)
})

test('a log that cannot be written fails no call, and what waits is dropped', async () => {
  const lines: string[] = []
  const log = { ...world.log, warn: (_: object, line: string) => void lines.push(line) }
  const failing = { ...world.ports.db, query: () => Promise.reject(new Error('away')) }
  const calls = new GatheredCalls({ db: failing as never, log: log as never })
  calls.note(call(1))
  await calls.write()
  await calls.close()
  assert.deepEqual(lines, ['request log could not be written'])
})
