import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  answer,
  type CallbackReceiver,
  openReceiver,
} from '../../../../../../test/support/callback-receiver.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { CallbackSender } from '../../../jobs/send-callbacks.ts'
import { getEndpoint } from './change-endpoint.ts'
import { presentEndpoint } from './present-endpoint.ts'
import { pruneCallbacks } from '../prune-callbacks.ts'
import { cancelRemoved, removeEndpoint } from './remove-endpoint.ts'
import { replayCallback, replayCallbacks } from '../replay-callbacks.ts'
import { rotateCallbackSecret } from './rotate-callback-secret.ts'
import { type EndpointChoices, setEndpoint } from './set-endpoint.ts'
import { disableEndpoint, enableEndpoint } from './switch-endpoint.ts'
import { testCallback } from '../test-callback.ts'

let world: World
let receiver: CallbackReceiver
let sender: CallbackSender
let offerId: number
const actor = 'ops'

before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
  receiver = await openReceiver()
  sender = new CallbackSender(world.ports)
  offerId = await world.addOffer({ payout: '1.00', revenue: '1.50' })
})
after(async () => {
  await receiver.close()
  await sender.stop()
  await world.close()
})

let requestsBefore = 0
beforeEach(async () => {
  await world.ports.db.query('truncate callbacks, callback_attempts, callback_endpoints cascade')
  receiver.behave(answer(200))
  requestsBefore = receiver.received.length
})

const received = () => receiver.received.slice(requestsBefore)

const set = (choices: EndpointChoices = {}, name = 'main') =>
  setEndpoint(world.ports, { appId: world.app.appId, name, choices, actor })

let usersMade = 0

async function converted(): Promise<void> {
  usersMade += 1
  const clickId = await followOffer(world, { offerId, userId: `user-${usersMade}` })
  const query = { click_id: clickId, payout: '1.50', status: 'approved' }
  assert.equal((await tell(world, { query })).statusCode, 200)
}

async function round(): Promise<void> {
  await sender.sweep()
  await sender.settled()
}

async function states(): Promise<string[]> {
  const rows = await world.ports.db.query<{ state: string }>('select state from callbacks order by state', [])
  return rows.map(({ state }) => state)
}

test('an endpoint is set up once by its name; setting it again changes it and keeps its secret', async () => {
  const first = await set({ url: receiver.url })
  assert.ok(first.isNew)
  assert.match(first.secret ?? '', /^whsec_/)
  const second = await set({ events: ['conversion.approved'] })
  const { reversals: _same, ...changed } = second
  assert.deepEqual(changed, { endpointId: first.endpointId, isNew: false, secret: null })
  const endpoint = await getEndpoint(world.ports, first.endpointId)
  assert.deepEqual(
    [endpoint.url, endpoint.events, endpoint.mode],
    [receiver.url, ['conversion.approved'], 'live'],
  )
  await converted()
  await round()
  assert.equal(received().length, 1)
})

test('a native callback verifies with Standard Webhooks, before, in and after a rotation', async () => {
  const { endpointId, secret } = await set({ url: receiver.url })
  // The library compares with the true time.
  world.clock.advance({ ms: Date.now() - world.clock.nowMs() })
  const verifies = (by: string | null): boolean => {
    const last = received().at(-1)
    try {
      new Webhook(by ?? '').verify(last?.body ?? '', last?.headers as Record<string, string>) // as it came
      return true
    } catch {
      return false
    }
  }
  await converted()
  await round()
  assert.ok(verifies(secret))
  const rotated = await rotateCallbackSecret(world.ports, { endpointId, actor })
  assert.equal(rotated.previousEndsAtMs, world.clock.nowMs() + 86_400_000)
  await converted()
  await round()
  assert.deepEqual([verifies(secret), verifies(rotated.secret)], [true, true])
  const { previousUntilMs } = (await getEndpoint(world.ports, endpointId)).secrets
  await world.ports.db.query(
    'update callback_endpoints set previous_secret_until = to_timestamp($1::bigint / 1000.0)',
    [world.clock.nowMs()],
  )
  await world.ports.snapshots.refresh('apps')
  assert.ok((previousUntilMs ?? 0) > world.clock.nowMs())
  await converted()
  await round()
  assert.deepEqual([verifies(secret), verifies(rotated.secret)], [false, true])
})

test('secrets are nowhere: not in the database, the log, the audit, the metrics or what is shown', async () => {
  const secret = 'a-canary-of-a-secret-1234567'
  const { endpointId } = await set({ format: 'wannads', url: `${receiver.url}/cb?token=${secret}`, secret })
  await converted()
  await round()
  const [sent] = received()
  assert.match(sent?.path ?? '', /signature=[0-9a-f]{32}/)
  const digest = /signature=([0-9a-f]{32})/.exec(sent?.path ?? '')?.[1] ?? 'none'
  const tables = await world.ports.db.query(
    `select (select json_agg(a) from callback_attempts a)::text || (select json_agg(l) from audit_log l)::text as text`,
    [],
  )
  const tested = await testCallback(world.ports, {
    endpointId,
    testCase: 'approved',
    userId: 'u',
    payoutMicros: 1,
  })
  const shown = presentEndpoint(await getEndpoint(world.ports, endpointId), world.clock.nowMs())
  const seen = [tables, tested, shown, world.log.lines, (await world.open.meters.print()).text]
  for (const text of seen.map((one) => JSON.stringify(one))) {
    assert.ok(!text.includes(secret))
    assert.ok(!text.includes(digest))
  }
})

test('wrong choices are refused with every problem, and nothing is changed', async () => {
  await assert.rejects(set({}), { code: 'INVALID_REQUEST', message: /url/ })
  await assert.rejects(set({ format: 'nothing', url: receiver.url }), {
    code: 'INVALID_REQUEST',
    message: /format/,
  })
  await assert.rejects(set({ url: 'http://10.0.0.1/', events: [] }), {
    code: 'INVALID_REQUEST',
    message: /url, events/,
  })
  await assert.rejects(setEndpoint(world.ports, { appId: 999, name: 'main', choices: {}, actor }), {
    code: 'RESOURCE_NOT_FOUND',
  })
  const { secret } = await set({ url: receiver.url })
  await assert.rejects(set({ secret: secret ?? '' }), { code: 'INVALID_REQUEST', message: /secret/ })
  assert.equal((await world.ports.store.callbackEndpoints.listEndpoints(world.ports.db)).length, 1)
})

test('another format takes its own habits and a secret of its own form', async () => {
  const native = await set({ url: receiver.url })
  const classic = await set({ format: 'template', parameters: 'u={user_id}&r={reward}' })
  assert.equal(classic.endpointId, native.endpointId)
  assert.ok(classic.secret !== null && !classic.secret.startsWith('whsec_'))
  const endpoint = await getEndpoint(world.ports, native.endpointId)
  assert.deepEqual(
    [endpoint.method, endpoint.events],
    ['GET', ['conversion.approved', 'conversion.reversed']],
  )
  await converted()
  await round()
  assert.match(received()[0]?.path ?? '', /^\/\?u=user-\d+&r=1&signature=[0-9a-f]{64}$/)
})

test('a callback that a disabled endpoint missed is sent when it is enabled', async () => {
  const { endpointId } = await set({ url: receiver.url })
  await disableEndpoint(world.ports, { endpointId, actor })
  await assert.rejects(disableEndpoint(world.ports, { endpointId, actor }), { code: 'INVALID_REQUEST' })
  await converted()
  await round()
  assert.equal(received().length, 0)
  await enableEndpoint(world.ports, { endpointId, actor })
  await round()
  assert.equal(received().length, 1)
  await assert.rejects(enableEndpoint(world.ports, { endpointId, actor }), { code: 'INVALID_REQUEST' })
  await assert.rejects(enableEndpoint(world.ports, { endpointId: 999, actor }), {
    code: 'RESOURCE_NOT_FOUND',
  })
})

test('a retry due hours later is sent at once when its endpoint is disabled and enabled', async () => {
  const { endpointId } = await set({ url: receiver.url })
  receiver.behave(answer(500))
  await converted()
  await round()
  await world.ports.db.query(
    "update callbacks set next_attempt_at = next_attempt_at + interval '12 hours'",
    [],
  )
  receiver.behave(answer(200))
  await disableEndpoint(world.ports, { endpointId, actor })
  await enableEndpoint(world.ports, { endpointId, actor })
  await round()
  assert.deepEqual(await states(), ['delivered'])
})

test('one callback is replayed under its id, many by how they ended, each with a schedule of its own', async () => {
  const { endpointId } = await set({ url: receiver.url })
  receiver.behave(answer(403))
  for (let made = 0; made < 3; made += 1) await converted()
  await round()
  assert.deepEqual(await states(), ['stopped', 'stopped', 'stopped'])
  const [first] = received()
  receiver.behave(answer(500))
  assert.deepEqual(await replayCallback(world.ports, { callbackId: first?.id.toUpperCase() ?? '', actor }), {
    replayed: 1,
  })
  await round()
  assert.deepEqual(await states(), ['pending', 'stopped', 'stopped'])
  const attempts = await world.ports.store.callbackAttempts.listAttempts(world.ports.db, first?.id ?? '', 9)
  assert.deepEqual(
    attempts.map(({ number, verdict }) => [number, verdict]),
    [
      [1, 'stop'],
      [2, 'retry'],
    ],
  )
  // Again from the first delay on.
  const waitMs = (attempts[1]?.nextAttemptAtMs ?? 0) - world.clock.nowMs()
  assert.ok(waitMs >= 5_000 && waitMs <= 6_000)
  receiver.behave(answer(200))
  const range = { endpointId, fromMs: world.clock.nowMs() - 1_000, toMs: world.clock.nowMs() + 1, actor }
  const nobody = { ...range, toMs: range.fromMs }
  const states403 = ['dead', 'stopped', 'flagged'] as const
  assert.deepEqual(await replayCallbacks(world.ports, { ...nobody, states: states403 }), {
    replayed: 0,
    isComplete: true,
  })
  assert.deepEqual(await replayCallbacks(world.ports, { ...range, states: states403 }), {
    replayed: 2,
    isComplete: true,
  })
  world.clock.advance({ seconds: 60 })
  await round()
  assert.deepEqual(await states(), ['delivered', 'delivered', 'delivered'])
  assert.equal(new Set(received().map(({ id }) => id)).size, 3)
  await assert.rejects(replayCallback(world.ports, { callbackId: 'nonsense', actor }), {
    code: 'RESOURCE_NOT_FOUND',
  })
})

test('a test needs no conversion, is marked, and shows every request and answer', async () => {
  const { endpointId } = await set({ url: receiver.url })
  const run = (testCase: Parameters<typeof testCallback>[1]['testCase']) =>
    testCallback(world.ports, { endpointId, testCase, userId: 'u-1', payoutMicros: 2_500_000 })
  receiver.behave(answer(200, 'thanks'))
  const [shown] = await run('approved')
  assert.deepEqual(
    [shown?.status, shown?.httpStatus, shown?.bodyExcerpt, shown?.verdict],
    ['approved', 200, 'thanks', 'delivered'],
  )
  const statuses = async (testCase: Parameters<typeof run>[0]) =>
    (await run(testCase)).map(({ status }) => status)
  assert.deepEqual(await statuses('pending'), ['pending'])
  assert.deepEqual(await statuses('goal'), ['approved'])
  assert.deepEqual(await statuses('reversed'), ['approved', 'reversed'])
  assert.deepEqual(await statuses('duplicate'), ['approved', 'approved'])
  const bodies = received().map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> }) // as sent
  assert.ok(bodies.every(({ data }) => data['is_test'] === true && data['user_id'] === 'u-1'))
  assert.equal(bodies[0]?.data['payout'], '2.5')
  const [one, other] = received().slice(-2)
  assert.equal(one?.id, other?.id)
  assert.deepEqual(await states(), [])
  receiver.behave(answer(500, 'broken'))
  assert.equal((await run('approved'))[0]?.verdict, 'retry')
})

/** An endpoint that has thanked for one callback, and failed at the other. */
async function setWithTwo(): Promise<number> {
  const { endpointId } = await set({ url: receiver.url })
  await converted()
  await round()
  receiver.behave(answer(500))
  await converted()
  await round()
  return endpointId
}

test('callbacks that have ended are forgotten with their attempts, what is on its way is not', async () => {
  const endpointId = await setWithTwo()
  world.clock.advance({ days: 59 })
  assert.equal(await pruneCallbacks(world.ports), 0)
  world.clock.advance({ days: 2 })
  assert.equal(await pruneCallbacks(world.ports), 1)
  assert.deepEqual(await states(), ['pending'])
  const left = await world.ports.db.query<{ count: number }>('select count(*) from callback_attempts', [])
  assert.deepEqual(left, [{ count: 1 }])
  await disableEndpoint(world.ports, { endpointId, actor })
  assert.equal(await pruneCallbacks(world.ports), 1)
  assert.deepEqual(await states(), [])
})

test('a removed endpoint is told nothing more, what it is owed is cancelled, and its history stays', async () => {
  const endpointId = await setWithTwo()
  await converted()
  const { store, db } = world.ports
  const statesOf = async (id: number) => {
    const all = { endpointId: id, state: null, beforeId: null, limit: 9 }
    return (await store.callbackLog.listCallbacks(db, all)).map(({ state }) => state).toSorted()
  }
  assert.deepEqual(await statesOf(endpointId), ['delivered', 'pending', 'pending'])
  assert.deepEqual(await removeEndpoint(world.ports, { endpointId, actor }), { endpointId, cancelled: 2 })
  assert.deepEqual(await statesOf(endpointId), ['cancelled', 'cancelled', 'delivered'])
  const cancelled = { endpointId, state: 'cancelled', beforeId: null, limit: 9 } as const
  assert.equal((await store.callbackLog.listCallbacks(db, cancelled)).length, 2)
  const counted = (max: number) => store.callbackLog.countByState(db, { endpointId, max })
  const delivered = { state: 'delivered', count: 1 }
  assert.deepEqual(await counted(9), [{ state: 'cancelled', count: 2 }, delivered])
  // Up to a bound; whether the delivered one is the newest of one moment is chance.
  const [cancelledOnce, ...others] = await counted(1)
  assert.deepEqual(cancelledOnce, { state: 'cancelled', count: 1 })
  assert.ok(others.every(({ count }) => count === 1))
  const before = received().length
  await converted()
  world.clock.advance({ days: 1 })
  await round()
  assert.equal(received().length, before)
  // Its former callbacks can still be read, and it is in no list.
  const [told] = await store.callbackLog.listCallbacks(db, { ...cancelled, state: 'delivered' })
  assert.equal((await store.callbackAttempts.listAttempts(db, told?.id ?? '', 9)).length, 1)
  assert.deepEqual(await store.callbackEndpoints.listEndpoints(db), [])
  const [kept] = await store.callbackEndpoints.listRemovedEndpoints(db)
  assert.deepEqual([kept?.name, kept?.secrets.currentSealed], [`main (removed, ${endpointId})`, null])
  const [noted] = await db.query<{ actor: string; details: { name: string } }>(
    "select actor, details from audit_log where action = 'callback_endpoint.removed' and object = $1",
    [`callback_endpoint:${endpointId}`],
  )
  assert.deepEqual([noted?.actor, noted?.details.name], [actor, 'main'])
  for (const attempt of [
    () => removeEndpoint(world.ports, { endpointId, actor }),
    () => enableEndpoint(world.ports, { endpointId, actor }),
    () => rotateCallbackSecret(world.ports, { endpointId, actor }),
    () => replayCallback(world.ports, { callbackId: told?.id ?? '', actor }),
  ]) {
    await assert.rejects(attempt, { code: 'INVALID_REQUEST' })
  }
  // Its name is free, and what is set up under it is another endpoint.
  const again = await set({ url: receiver.url })
  assert.ok(again.isNew && again.endpointId !== endpointId)
})

test('a callback written for a removed endpoint is cancelled, but never one that is being sent', async () => {
  const { endpointId } = await set({ url: receiver.url })
  const { endpointId: other } = await set({ url: receiver.url }, 'other')
  await converted()
  await world.ports.store.callbackEndpoints.removeEndpoint(world.ports.db, endpointId, world.clock.nowMs())
  // This process has not heard of it.
  await converted()
  await world.ports.db.query(
    `update callbacks set lease_id = gen_random_uuid(), next_attempt_at = to_timestamp($2::bigint / 1000.0)
     where endpoint_id = $1 and id = (select min(id::text)::uuid from callbacks where endpoint_id = $1)`,
    [endpointId, world.clock.nowMs() + 30_000],
  )
  assert.equal(await cancelRemoved(world.ports), 1)
  world.clock.advance({ seconds: 30 })
  assert.equal(await cancelRemoved(world.ports), 1)
  const rows = await world.ports.db.query(
    'select endpoint_id as id, state from callbacks order by endpoint_id, id',
  )
  assert.deepEqual(rows, [
    { id: endpointId, state: 'cancelled' },
    { id: endpointId, state: 'cancelled' },
    { id: other, state: 'pending' },
    { id: other, state: 'pending' },
  ])
})

test('with its last callback a removed endpoint is forgotten', async () => {
  const { endpointId } = await set({ url: receiver.url })
  await converted()
  await removeEndpoint(world.ports, { endpointId, actor })
  const removed = async () =>
    (await world.ports.store.callbackEndpoints.listRemovedEndpoints(world.ports.db)).length
  await pruneCallbacks(world.ports)
  assert.equal(await removed(), 1)
  world.clock.advance({ days: 61 })
  await pruneCallbacks(world.ports)
  assert.equal(await removed(), 0)
  world.clock.advance({ days: -61 })
})
