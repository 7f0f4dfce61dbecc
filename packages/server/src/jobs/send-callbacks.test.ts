import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { callbackSecretPurpose } from '@quoin/core/callbacks/endpoint.ts'
import { retryDelaysMs } from '@quoin/core/callbacks/schedule.ts'
import { addEndpoint } from '../../../../test/support/callback-endpoints.ts'
import {
  answer,
  type CallbackReceiver,
  hang,
  openReceiver,
  reset,
} from '../../../../test/support/callback-receiver.ts'
import { followOffer, tell } from '../../../../test/support/conversions.ts'
import { until } from '../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import type { Ports } from '../ports/ports.ts'
import type { EndpointSetup } from '../store/callbacks/callback-endpoints.ts'
import { CallbackSender } from './send-callbacks.ts'

let world: World
let receiver: CallbackReceiver
let sender: CallbackSender
let offerId: number

before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1', CALLBACKS_PER_ENDPOINT: '4' } })
  offerId = await world.addOffer()
})
after(() => world.close())

beforeEach(async () => {
  await world.ports.db.query('truncate callbacks, callback_attempts, callback_endpoints cascade')
  await world.ports.db.query('truncate audit_log')
  receiver = await openReceiver()
  sender = new CallbackSender(world.ports)
})
afterEach(async () => {
  await receiver.close()
  await sender.stop()
})

async function endpoint(setup: Partial<EndpointSetup> = {}): Promise<number> {
  const { db, store, keyring, snapshots } = world.ports
  const { id } = await addEndpoint(db, { appId: world.app.appId, url: receiver.url, ...setup })
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const sealed = keyring.seal(callbackSecretPurpose, secret)
  await store.callbackEndpoints.updateEndpointSecret(db, id, { sealed, previousUntilMs: 0 })
  await snapshots.refresh('apps')
  return id
}

/** A network's word about a click, through the postback address. */
async function report(clickId: string, status = 'approved'): Promise<void> {
  const query = { click_id: clickId, payout: '1.50', status, txn_id: clickId }
  const response = await tell(world, { query })
  assert.equal(response.statusCode, 200, response.body)
}

let usersMade = 0

/** Another user's conversion. */
async function converted(status = 'approved'): Promise<string> {
  usersMade += 1
  const clickId = await followOffer(world, { offerId, userId: `user-${usersMade}` })
  await report(clickId, status)
  return clickId
}

/** One look at what is due, and all that follows from it without the clock. */
async function round(one: CallbackSender = sender): Promise<void> {
  await one.sweep()
  await one.settled()
}

interface Row {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly next: number | null
}

async function rows(): Promise<Row[]> {
  return await world.ports.db.query(
    'select id, state, attempts, next_attempt_at as next from callbacks order by id',
    [],
  )
}

const states = async (): Promise<string[]> => (await rows()).map(({ state }) => state).toSorted()

test('a change of a conversion is told, signed, under its own id, and logged without its signature', async () => {
  const endpointId = await endpoint()
  const clickId = await converted()
  await round()
  assert.equal(receiver.received.length, 1)
  const [sent] = receiver.received
  const [row] = await rows()
  assert.deepEqual([sent?.method, sent?.id, row?.state], ['POST', row?.id, 'delivered'])
  const body = JSON.parse(sent?.body ?? '') as { type: string; data: { click_id: string } } // as it was sent
  assert.deepEqual([body.type, body.data.click_id], ['conversion.approved', clickId])
  const attempts = await world.ports.store.callbackAttempts.listAttempts(world.ports.db, row?.id ?? '', 10)
  const [{ headers, latencyMs: _latency, body: keptBody, ...attempt } = assert.fail()] = attempts
  assert.equal(headers['webhook-signature'], '***')
  assert.equal(keptBody, sent?.body)
  assert.deepEqual(attempt, {
    callbackId: row?.id,
    number: 1,
    attemptedAtMs: world.clock.nowMs(),
    method: 'POST',
    url: receiver.url,
    httpStatus: 200,
    failure: null,
    bodyExcerpt: 'OK',
    verdict: 'delivered',
    reason: 'The receiver answered 200.',
    nextAttemptAtMs: null,
  })
  assert.equal(
    (await world.ports.store.callbackEndpoints.findEndpoint(world.ports.db, endpointId))?.failures,
    0,
  )
})

test('the process that commits a conversion sends at once, without looking for it', async () => {
  await endpoint()
  world.open.whenOwed((appId) => sender.tell(appId))
  try {
    await converted()
    await sender.settled()
    assert.deepEqual(await states(), ['delivered'])
  } finally {
    world.open.whenOwed(() => {})
  }
})

test('a receiver that fails is tried again by the schedule, and at last no more', async () => {
  await endpoint()
  receiver.behave(answer(500, 'broken'))
  await converted()
  const startMs = world.clock.nowMs()
  const times: number[] = []
  for (;;) {
    await round()
    times.push(world.clock.nowMs() - startMs)
    const [row] = await rows()
    if (row?.state !== 'pending') break
    assert.ok(row.next !== null && row.next > world.clock.nowMs())
    // Not a moment sooner.
    world.clock.advance({ ms: row.next - world.clock.nowMs() - 1 })
    await round()
    assert.equal(receiver.received.length, times.length)
    world.clock.advance({ ms: 1 })
  }
  assert.equal(times.length, retryDelaysMs.length + 1)
  assert.ok((times.at(-1) ?? 0) >= 75 * 3_600_000)
  assert.deepEqual(await states(), ['dead'])
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
})

test('Retry-After is honoured; 403 and 410 stop; a 200 that says ERROR is flagged', async () => {
  await endpoint()
  receiver.behave(answer(503, '', { 'retry-after': '600' }))
  await converted()
  await round()
  assert.equal((await rows())[0]?.next, world.clock.nowMs() + 600_000)
  world.clock.advance({ seconds: 600 })
  receiver.behave(answer(403))
  await round()
  assert.deepEqual(await states(), ['stopped'])
  receiver.behave(answer(200, 'ERROR: no such user'))
  await converted()
  await round()
  assert.deepEqual(await states(), ['flagged', 'stopped'])
})

test('410 disables the endpoint at once; what follows waits until it is enabled', async () => {
  const id = await endpoint()
  receiver.behave(answer(410))
  await converted()
  await round()
  const { db, store, snapshots } = world.ports
  const gone = await store.callbackEndpoints.findEndpoint(db, id)
  assert.deepEqual([gone?.status, gone?.disabledReason], ['disabled', 'gone'])
  assert.ok(world.log.lines.some((line) => line.includes('callback endpoint disabled')))
  const audited = await db.query('select actor, action, object, details from audit_log', [])
  assert.deepEqual(audited, [
    {
      actor: 'quoin',
      action: 'callback_endpoint.disabled',
      object: `callback_endpoint:${id}`,
      details: { reason: 'gone' },
    },
  ])
  receiver.behave(answer(200))
  await converted()
  await round()
  assert.deepEqual(await states(), ['pending', 'stopped'])
  await store.callbackEndpoints.enableEndpoint(db, id)
  await snapshots.refresh('apps')
  await round()
  assert.deepEqual(await states(), ['delivered', 'stopped'])
})

test('nothing but failures for five days disables an endpoint; one success in between does not', async () => {
  const id = await endpoint()
  const { db, store } = world.ports
  const statusOf = async () => (await store.callbackEndpoints.findEndpoint(db, id))?.status
  const failEverySixHours = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      world.clock.advance({ seconds: 6 * 3_600 })
      await converted()
      await round()
    }
  }
  receiver.behave(answer(500))
  await failEverySixHours(16)
  receiver.behave(answer(200))
  world.clock.advance({ seconds: 90 })
  await round()
  receiver.behave(answer(500))
  await failEverySixHours(20)
  assert.equal(await statusOf(), 'active')
  await failEverySixHours(2)
  assert.equal(await statusOf(), 'disabled')
})

test('the steps of a conversion arrive in their order, and no other conversion waits for them', async () => {
  await endpoint()
  const said = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status)
  receiver.behave(({ body }, response) => {
    response.writeHead(body.includes('"pending"') && receiver.received.length < 3 ? 500 : 200).end()
  })
  const clickId = await converted('pending')
  await report(clickId, 'approved')
  await converted('approved')
  await round()
  assert.deepEqual(said().toSorted(), ['approved', 'pending'])
  assert.deepEqual(await states(), ['delivered', 'pending', 'pending'])
  world.clock.advance({ seconds: 7 })
  await round()
  // The later step is woken by the end of the earlier one: in this round, or in the next.
  assert.equal(said()[2], 'pending')
  await round()
  assert.deepEqual(said().slice(2), ['pending', 'approved'])
  assert.deepEqual(await states(), ['delivered', 'delivered', 'delivered'])
})

test('a dead receiver holds up nobody, and is paused after a few failures', async (t) => {
  const other = await openReceiver()
  t.after(() => other.close())
  await endpoint({ name: 'dead', events: ['conversion.pending'] })
  await endpoint({ name: 'well', events: ['conversion.approved'], url: other.url })
  receiver.behave(hang)
  for (let made = 0; made < 12; made += 1) await converted('pending')
  for (let made = 0; made < 12; made += 1) await converted('approved')
  const sweeping = sender.sweep()
  await until(() => other.received.length === 12, 'the well receiver has all of its callbacks')
  // No more than its places: the rest waits in the database.
  assert.ok(receiver.received.length <= 4)
  receiver.behave(reset)
  await receiver.close()
  await sweeping
  await sender.settled()
  for (let time = 0; time < 6; time += 1) {
    world.clock.advance({ ms: 100 })
    await round()
  }
  assert.equal(sender.figures().paused, 1)
  const tried = (await rows()).filter(({ attempts }) => attempts > 0).length
  await round()
  assert.equal((await rows()).filter(({ attempts }) => attempts > 0).length, tried)
  receiver = await openReceiver()
})

test('the age of the oldest callback that is owed counts one to a dead receiver, while others are delivered', async (t) => {
  const other = await openReceiver()
  t.after(() => other.close())
  await endpoint({ name: 'dead', events: ['conversion.pending'] })
  await endpoint({ name: 'well', events: ['conversion.approved'], url: other.url })
  receiver.behave(reset)
  await converted('pending')
  await round()
  const owedNow = async () => {
    world.clock.advance({ seconds: 60 })
    await round()
    const { pending, oldestSec } = sender.figures()
    return { pending, minutes: Math.round(oldestSec / 60) }
  }
  for (const hours of [1, 5]) {
    world.clock.advance({ seconds: hours * 3600 })
    await converted('approved')
    await round()
  }
  assert.equal(other.received.length, 2, 'what others are owed is delivered')
  assert.deepEqual(await owedNow(), { pending: 1, minutes: 6 * 60 + 1 })
  receiver.behave(answer(200))
  world.clock.advance({ seconds: 12 * 3600 })
  await round()
  assert.deepEqual(await owedNow(), { pending: 0, minutes: 0 })
})

test('a dead worker’s callback is sent again by another within 60 seconds, under the same id', async () => {
  await endpoint()
  await converted()
  // The first worker claims, sends, and dies before it can say how that went.
  const dying = new CallbackSender({
    ...world.ports,
    writers: { ...world.ports.writers, recordAttempt: () => new Promise(() => {}) },
  })
  await dying.sweep()
  await until(() => receiver.received.length === 1, 'the first worker has sent')
  await round()
  assert.equal(receiver.received.length, 1)
  world.clock.advance({ seconds: 59 })
  await round()
  assert.equal(receiver.received.length, 2)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
  const [row] = await rows()
  assert.deepEqual([row?.state, row?.attempts], ['delivered', 2])
})

test('several workers send each callback once', async () => {
  await endpoint()
  for (let made = 0; made < 40; made += 1) await converted()
  const workerPool = Array.from({ length: 4 }, () => new CallbackSender(world.ports))
  await Promise.all(workerPool.map((one) => round(one)))
  assert.equal(receiver.received.length, 40)
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 40)
  assert.deepEqual(new Set(await states()), new Set(['delivered']))
})

test('while the database is away a sender waits, says so once, and goes on afterwards', async () => {
  await endpoint()
  await converted()
  let isAway = true
  const db: Ports['db'] = {
    ...world.ports.db,
    query: async (...asked) => {
      if (isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return await world.ports.db.query(...asked)
    },
  }
  const waiting = new CallbackSender({ ...world.ports, db })
  const said = (text: string) => world.log.lines.filter((line) => line.includes(text)).length
  for (let time = 0; time < 3; time += 1) await round(waiting)
  assert.deepEqual(
    [said('callback sending paused: the database did not answer'), receiver.received.length],
    [1, 0],
  )
  isAway = false
  await round(waiting)
  assert.deepEqual([said('callback sending resumed'), receiver.received.length], [1, 1])
})

test('a sender that is stopped finishes what is under way and takes nothing new', async () => {
  await endpoint()
  let release = (): void => {}
  receiver.behave((_received, response) => {
    release = () => void response.writeHead(200).end()
  })
  await converted()
  await sender.sweep()
  await until(() => receiver.received.length === 1, 'it is under way')
  const stopped = sender.stop()
  await converted()
  await sender.sweep()
  release()
  await stopped
  assert.deepEqual(await states(), ['delivered', 'pending'])
  assert.equal(receiver.received.length, 1)
})

test('outcomes that wait for the database leave no listener behind, and each is written', async (t) => {
  await endpoint()
  let refusals = 20
  const { writers } = world.ports
  const failing = new CallbackSender({
    ...world.ports,
    settings: { ...world.ports.settings, callbacksPerEndpoint: 32 },
    writers: {
      ...writers,
      recordAttempt: (attempted) => {
        refusals -= 1
        return refusals >= 0 ? Promise.reject(new Error('away')) : writers.recordAttempt(attempted)
      },
    },
  })
  t.after(() => failing.stop())
  const added = t.mock.method(EventTarget.prototype, 'addEventListener')
  const removed = t.mock.method(EventTarget.prototype, 'removeEventListener')
  const countAborts = ({ mock }: typeof added | typeof removed): number =>
    mock.calls.filter((call) => call.arguments[0] === 'abort').length
  for (let count = 0; count < 20; count += 1) await converted()
  await round(failing)
  assert.deepEqual(await states(), Array(20).fill('delivered'))
  assert.ok(countAborts(added) >= 20, 'they have waited')
  assert.equal(countAborts(removed), countAborts(added))
})
