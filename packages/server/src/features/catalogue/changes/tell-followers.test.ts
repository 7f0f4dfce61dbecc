import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { callbackEventTypes, endpointEventTypes, offerEventTypes } from '@quoin/core/callbacks/facts.ts'
import type { DomainError } from '@quoin/core/errors.ts'
import { Webhook } from 'standardwebhooks'
import {
  answer,
  type CallbackReceiver,
  openReceiver,
} from '../../../../../../test/support/callback-receiver.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { CallbackSender } from '../../../jobs/send-callbacks.ts'
import { updateApp } from '../../apps/update-app.ts'
import { type EndpointChoices, setEndpoint } from '../../callbacks/endpoints/set-endpoint.ts'
import { disableEndpoint, enableEndpoint } from '../../callbacks/endpoints/switch-endpoint.ts'
import { pruneCallbacks } from '../../callbacks/prune-callbacks.ts'
import { replayCallback } from '../../callbacks/replay-callbacks.ts'
import { testCallback } from '../../callbacks/test-callback.ts'
import { pauseOffer } from '../pause-offer.ts'
import { OfferChangeFinder } from './find-offer-changes.ts'
import { tellFollowers, toldAtOnce } from './tell-followers.ts'

let world: World
let receiver: CallbackReceiver
let sender: CallbackSender
let finder: OfferChangeFinder
const actor = 'test'

before(async () => {
  world = await createWorld({
    environment: { OUTGOING_ALLOW: '127.0.0.1', CALLBACKS_PER_ENDPOINT: '2' },
    // Receivers that check a signature read the clock of the system.
    nowMs: Date.now(),
  })
  receiver = await openReceiver()
  sender = new CallbackSender(world.ports)
  finder = new OfferChangeFinder(world.ports, world.ports.newId())
  await finder.look()
})
after(async () => {
  await receiver.close()
  await sender.stop()
  await world.close()
})

interface Told {
  readonly type: string
  readonly data: { readonly changes: readonly { offer_id: number; sequence: number }[] }
}

let receivedBefore = 0
beforeEach(async () => {
  await world.ports.db.query(
    'truncate callbacks, callback_attempts, callback_endpoints, offer_followers cascade',
  )
  // Lanes remember the endpoints of the test before.
  await sender.stop()
  sender = new CallbackSender(world.ports)
  receiver.behave(answer(200))
  receivedBefore = receiver.received.length
})

const set = (choices: EndpointChoices = {}, name = 'main') =>
  setEndpoint(world.ports, {
    appId: world.app.appId,
    name,
    choices: { url: receiver.url, ...choices },
    actor,
  })
const pause = (offerId: number, status: 'paused' | 'active' = 'paused') =>
  pauseOffer(world.ports, { offerId, status, actor })

/** As the process does each second. */
async function look(): Promise<readonly number[]> {
  await finder.look()
  return await tellFollowers(world.ports)
}

async function send(): Promise<void> {
  await sender.sweep()
  await sender.settled()
}

const received = () => receiver.received.slice(receivedBefore)
const told = () =>
  received()
    .map(({ body }) => JSON.parse(body) as Told) // written by us
    .filter(({ type }) => type.startsWith('offer.'))
const idsOf = (some: readonly Told[]) =>
  some.map(({ type, data }) => `${type} ${data.changes.map(({ offer_id }) => offer_id).join(' ')}`)

test('no endpoint is told of offers unless it asks, and then from that moment on', async () => {
  const { endpointId } = await set()
  const endpoint = await world.ports.store.callbackEndpoints.findEndpoint(world.ports.db, endpointId)
  assert.deepEqual(endpoint?.events, callbackEventTypes)
  const early = await world.addOffer()
  assert.deepEqual(await look(), [])
  await set({ events: endpointEventTypes })
  const late = await world.addOffer()
  assert.deepEqual(await look(), [endpointId])
  await pause(early)
  await send()
  assert.deepEqual(idsOf(told()), [`offer.added ${late}`])
})

test('a callback is signed by Standard Webhooks and names offers with the numbers of their changes', async () => {
  const { secret } = await set({ events: ['offer.added'] })
  await look()
  const ids = await world.addOffers([{}, {}])
  await look()
  await send()
  const [one, ...others] = received()
  assert.ok(one)
  assert.deepEqual(others, [])
  const read = new Webhook(secret ?? '').verify(one.body, one.headers as Record<string, string>) as Told
  assert.deepEqual(
    read.data.changes.map(({ offer_id }) => offer_id),
    ids,
  )
  const rows = await world.ports.db.query<{ sequence: number }>(
    'select sequence from offer_states where offer_id = any($1) order by offer_id',
    [ids],
  )
  assert.deepEqual(
    read.data.changes.map(({ sequence }) => sequence),
    rows.map(({ sequence }) => sequence),
  )
})

test('only what was asked for is told, a type for each callback, one after the other', async () => {
  const [one = 0, two = 0] = await world.addOffers([{ external_id: 'told-one', name: 'One' }, {}])
  await set({ events: ['offer.changed', 'offer.removed'] })
  await look()
  await world.addOffers([{ external_id: 'told-one', name: 'Other' }])
  await pause(two)
  await world.addOffer()
  await look()
  await send()
  await send()
  assert.deepEqual(idsOf(told()), [`offer.changed ${one}`, `offer.removed ${two}`])
})

test('changes that come while a receiver fails are folded, and a hundred offers are one callback', async () => {
  await set({ events: [...offerEventTypes] })
  await look()
  receiver.behave(answer(500))
  const many = toldAtOnce * 2 + 1
  await world.addOffers(Array.from({ length: many }, (_, index) => ({ external_id: `many-${index}` })))
  await look()
  await send()
  assert.deepEqual(
    told().map(({ data }) => data.changes.length),
    [toldAtOnce],
  )
  for (const name of ['a', 'b']) {
    await world.addOffers(
      Array.from({ length: many }, (_, index) => ({ external_id: `many-${index}`, name })),
    )
    assert.deepEqual(await look(), [])
  }
  receiver.behave(answer(200))
  for (let round = 0; round < 10; round += 1) {
    world.clock.advance({ seconds: 10 })
    await send()
    await look()
  }
  const all = told()
  // The first one twice, then each offer once more with its newest state.
  assert.deepEqual(
    all.map(({ data }) => data.changes.length),
    [100, 100, 100, 100, 1],
  )
  const [first, again, ...rest] = received()
  assert.equal(first?.id, again?.id)
  assert.equal(first?.body, again?.body)
  assert.equal(new Set(rest.map(({ id }) => id)).size, rest.length)
  const newest = new Map<number, number>()
  for (const { data } of all)
    for (const { offer_id, sequence } of data.changes) {
      assert.ok(sequence >= (newest.get(offer_id) ?? 0), 'told in the order of changes')
      newest.set(offer_id, sequence)
    }
  const states = await world.ports.db.query<{ id: number; sequence: number }>(
    'select offer_id as id, sequence from offer_states where offer_id = any($1)',
    [[...newest.keys()]],
  )
  for (const { id, sequence } of states) assert.equal(newest.get(id), sequence)
})

test('conversions are told at once while offers are refused by the same receiver', async () => {
  const offerId = await world.addOffer()
  await set({ events: [...endpointEventTypes] })
  await look()
  receiver.behave((one, response, request) =>
    answer(one.body.includes('"offer.') ? 500 : 200)(one, response, request),
  )
  for (let round = 0; round < 8; round += 1) {
    await world.addOffer()
    await look()
    await send()
    const clickId = await followOffer(world, { offerId, userId: `beside-${round}` })
    await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
    await send()
    const types = received().map(({ body }) => (JSON.parse(body) as Told).type)
    assert.equal(types.filter((type) => type === 'conversion.approved').length, round + 1)
    world.clock.advance({ seconds: 3 })
  }
  assert.ok(told().length > 1)
  const [health] = await world.ports.db.query('select failures, status from callback_endpoints', [])
  assert.deepEqual(health, { failures: 0, status: 'active' })
})

test('a disabled endpoint and a paused app are told afterwards, and only the newest', async () => {
  const { endpointId } = await set({ events: [...offerEventTypes] })
  await look()
  const change = { endpointId, actor }
  await disableEndpoint(world.ports, change)
  const id = await world.addOffer({ external_id: 'while-off' })
  assert.deepEqual(await look(), [])
  await enableEndpoint(world.ports, change)
  const turn = (isPaused: boolean) => updateApp({ ...world.ports, actor }, world.app.appId, { isPaused })
  await turn(true)
  await world.addOffers([{ external_id: 'while-off', name: 'Newer' }])
  assert.deepEqual(await look(), [])
  await turn(false)
  assert.deepEqual(await look(), [endpointId])
  await send()
  assert.deepEqual(idsOf(told()), [`offer.added ${id}`])
})

test('the log shows callbacks about offers, a replay sends them again, and they are forgotten whole', async () => {
  await set({ events: ['offer.added'] })
  await look()
  await world.addOffer()
  await look()
  await send()
  const { db } = world.ports
  const [row] = await db.query<{ id: string }>('select id from callbacks', [])
  await replayCallback(world.ports, { callbackId: row?.id ?? '', actor })
  await send()
  assert.equal(told().length, 2)
  assert.deepEqual(received()[0]?.body, received()[1]?.body)
  world.clock.advance({ days: 100 })
  await pruneCallbacks(world.ports)
  assert.deepEqual(
    await db.query('select from offer_callbacks o join callbacks c on c.id = o.callback_id', []),
    [],
  )
  assert.deepEqual(await db.query('select from callbacks', []), [])
})

test('other formats than the native one are refused with a sentence', async () => {
  for (const format of ['template']) {
    const parameters = 'u={user_id}&r={reward}'
    await assert.rejects(
      set({ format, parameters, events: ['conversion.approved', 'offer.added'] }),
      (error: DomainError) => JSON.stringify(error.details).includes('only native callbacks tell of offers'),
    )
  }
})

test('a trial sends a callback about offers', async () => {
  const { endpointId } = await set()
  const sample = { endpointId, userId: 'x', payoutMicros: 1 }
  const [tried] = await testCallback(world.ports, { ...sample, testCase: 'offers' })
  assert.equal(tried?.verdict, 'delivered')
  assert.equal(told()[0]?.type, 'offer.changed')
})

test('a callback about offers that waits is stopped where its endpoint gets a format that has none', async () => {
  const { endpointId } = await set({ events: endpointEventTypes })
  await look()
  receiver.behave(answer(500))
  await world.addOffer()
  await look()
  await send()
  await set({ events: ['conversion.approved', 'conversion.reversed'], format: 'ayet' })
  receiver.behave(answer(200))
  const before = received().length
  const stateOf = async () =>
    await world.ports.db.query<{ id: string; state: string }>(
      'select id, state from callbacks where endpoint_id = $1',
      [endpointId],
    )
  for (const isReplay of [false, true]) {
    const [{ id } = { id: '' }] = await stateOf()
    if (isReplay) await replayCallback(world.ports, { callbackId: id, actor })
    world.clock.advance({ days: 1 })
    await send()
    assert.deepEqual(await look(), [])
    assert.deepEqual(
      (await stateOf()).map(({ state }) => state),
      ['stopped'],
    )
  }
  assert.equal(received().length, before)
})
