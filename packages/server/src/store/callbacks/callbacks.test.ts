import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { confirmClaim } from '../../features/conversions/confirm-claim.ts'
import { applyPostbacks } from '../../features/postbacks/apply-postbacks.ts'
import { listFacts } from './callback-facts.ts'
import { leaseDue, listOwedEndpoints, putOffWaiting } from './callbacks.ts'

let world: ConversionWorld
let offerId: number

before(async () => {
  world = await createConversionWorld()
  offerId = await world.addOffer({ isRepeatable: true })
})
after(() => world.close())

beforeEach(async () => {
  await world.database.query('truncate callbacks, callback_endpoints cascade')
  world.endpoints = []
})

const leaseId = '00000000-0000-7000-8000-000000000001'

async function endpoint(setup: Parameters<typeof addEndpoint>[1] | object = {}) {
  const added = await addEndpoint(world.database, { appId: world.appId, ...setup })
  world.endpoints = [...world.endpoints, added]
  return added
}

async function report(clickId: string, word: string, txnId = '1'): Promise<string> {
  const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, { word, txnId })])
  assert.equal(outcome?.kind, 'applied')
  return outcome.kind === 'applied' ? (outcome.conversionId ?? '') : ''
}

interface Row {
  readonly id: string
  readonly endpoint_id: number
  readonly event_type: string
  readonly version: number
}

async function rows(): Promise<Row[]> {
  return await world.database.query(
    'select id, endpoint_id, event_type, version from callbacks order by endpoint_id, conversion_id, version',
    [],
  )
}

async function owed(): Promise<string[]> {
  const places = new Map(world.endpoints.map(({ id }, place) => [id, place]))
  return (await rows()).map((row) => `${places.get(row.endpoint_id)} ${row.event_type} ${row.version}`)
}

const lease = (allowance = 10, nowMs = world.nowMs) =>
  leaseDue(
    world.database,
    world.endpoints.map(({ id }) => ({ endpointId: id, allowance })),
    { leaseId, nowMs, leaseMs: 30_000 },
  )

test('each step of a conversion is owed to the endpoints of its app that want to hear of it', async () => {
  await endpoint()
  await endpoint({ name: 'paid only', events: ['conversion.approved', 'conversion.reversed'] })
  await endpoint({ name: 'tests', mode: 'test' })
  await endpoint({ name: 'all', mode: 'both', events: ['conversion.pending'] })
  const click = await world.addClick(offerId)
  for (const word of ['pending', 'approved', 'reversed']) await report(click, word)
  assert.deepEqual(await owed(), [
    '0 conversion.pending 1',
    '0 conversion.approved 2',
    '0 conversion.reversed 3',
    '1 conversion.approved 2',
    '1 conversion.reversed 3',
    '3 conversion.pending 1',
  ])
})

test('an app without endpoints is owed nothing, and a duplicate report neither', async () => {
  const click = await world.addClick(offerId)
  await report(click, 'approved')
  assert.deepEqual(await rows(), [])
  await endpoint()
  const [outcome] = await applyPostbacks(world.ports, [world.report(click, { txnId: '1' })])
  assert.equal(outcome?.kind, 'duplicate')
  assert.deepEqual(await rows(), [])
})

test('the decision of an operator is owed too, though they keep no endpoints in memory', async () => {
  await endpoint()
  // A transaction of its own: a network that took one back does not pay it again.
  const held = await report(await world.addClick(offerId, { verdict: 'bot' }), 'approved', 'held')
  await confirmClaim(world.ports, { conversionId: held, actor: 'ops' })
  assert.deepEqual(await owed(), ['0 conversion.pending 1', '0 conversion.approved 2'])
})

test('a conversion that is rolled back is owed to nobody', async () => {
  await endpoint()
  await world.database.query('alter table conversion_events rename to conversion_events_away')
  const click = await world.addClick(offerId)
  try {
    await assert.rejects(report(click, 'approved'))
  } finally {
    await world.database.query('alter table conversion_events_away rename to conversion_events')
  }
  assert.deepEqual(await rows(), [])
})

test('the facts are those of the step, also when later ones have followed', async () => {
  const told = await endpoint()
  const click = await world.addClick(offerId, { subId: 's-1', country: 'FR', address: '203.0.113.5' })
  const conversionId = await report(click, 'pending', 'txn-7')
  await report(click, 'approved', 'txn-7')
  await report(click, 'reversed', 'txn-7')
  const keys = (await rows()).map(({ id }) => ({ id, endpointId: told.id }))
  const facts = (await listFacts(world.database, keys)).toSorted((a, b) => a.version - b.version)
  assert.deepEqual(
    facts.map(({ eventType, status, previousStatus }) => [eventType, status, previousStatus]),
    [
      ['conversion.pending', 'pending', null],
      ['conversion.approved', 'approved', 'pending'],
      ['conversion.reversed', 'reversed', 'approved'],
    ],
  )
  const [first, second] = facts
  assert.deepEqual(
    { ...first, callbackId: '', offerExternalId: '' },
    {
      callbackId: '',
      eventType: 'conversion.pending',
      conversionId,
      version: 1,
      status: 'pending',
      previousStatus: null,
      reason: null,
      appId: world.appId,
      userId: 'user-42',
      subId: 's-1',
      clickId: click,
      offerId,
      offerExternalId: '',
      offerName: 'O',
      goal: '',
      goalName: null,
      txnId: 'txn-7',
      payoutMicros: 1_000_000,
      payoutLocalMicros: 1_000_000_000,
      previousPayoutMicros: null,
      previousPayoutLocalMicros: null,
      currency: 'Coins',
      decimals: 0,
      country: 'FR',
      userIp: '203.0.113.5',
      clickedAtMs: idTimeMs(click),
      happenedAtMs: world.nowMs,
      isTest: false,
      timesReversed: 0,
    },
  )
  assert.deepEqual(
    [second?.previousPayoutMicros, second?.previousPayoutLocalMicros],
    [1_000_000, 1_000_000_000],
  )
})

test('facts outlive the click they came from', async () => {
  const told = await endpoint()
  const click = await world.addClick(offerId)
  await report(click, 'approved')
  await world.database.query('delete from clicks where id = $1', [click])
  const [row] = await rows()
  const [facts] = await listFacts(world.database, [{ id: row?.id ?? '', endpointId: told.id }])
  assert.deepEqual(
    [facts?.clickId, facts?.country, facts?.userIp, facts?.clickedAtMs],
    [click, 'DE', null, null],
  )
})

test('a callback is claimed once, and again only when its lease has ended', async () => {
  await endpoint()
  await report(await world.addClick(offerId), 'approved')
  const [one, other] = await Promise.all([lease(), lease()])
  assert.equal(one.leased.length + other.leased.length, 1)
  assert.deepEqual((await lease(10, world.nowMs + 29_999)).leased, [])
  const [again] = (await lease(10, world.nowMs + 30_000)).leased
  assert.equal(again?.attempt, 2)
})

test('a later step waits for the earlier one of its conversion, and nobody else does', async () => {
  await endpoint()
  const [click, other] = [await world.addClick(offerId), await world.addClick(offerId)]
  const conversionId = await report(click, 'pending')
  await report(click, 'approved')
  const otherId = await report(other, 'approved')
  const first = await lease()
  assert.deepEqual(first.leased.map((c) => c.conversionId).sort(), [conversionId, otherId].sort())
  // The one that waits is put off: it does not stand in the way of those behind it.
  assert.deepEqual((await lease()).leased, [])
  await world.database.query("update callbacks set state = 'delivered' where version = 1")
  // A second later at the latest, though the attempt before it might have taken thirty.
  assert.deepEqual((await lease(10, world.nowMs + 999)).leased, [])
  const [second] = (await lease(10, world.nowMs + 1_000)).leased
  assert.equal(second?.conversionId, conversionId)
})

test('steps that wait for one that is tried again hours later are put off together, not room by room', async () => {
  const { id } = await endpoint()
  await world.database.query(
    `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, next_attempt_at)
     select gen_random_uuid(), $1, conversion, version, 'conversion.approved',
       to_timestamp($2::bigint / 1000.0) + case version when 1 then interval '2 hours' else interval '-1 second' end
     from (select gen_random_uuid() as conversion from generate_series(1, 300)) c, generate_series(1, 2) version`,
    [id, world.nowMs],
  )
  const conversionId = await report(await world.addClick(offerId), 'approved')
  const first = await lease(4)
  assert.deepEqual([first.leased, first.fullIds, first.heldUpIds], [[], [id], [id]])
  await putOffWaiting(world.database, { endpointIds: [id], nowMs: world.nowMs, limit: 1_000 })
  const second = await lease(4)
  assert.deepEqual([second.leased.map((c) => c.conversionId), second.fullIds], [[conversionId], []])
  // Nor do they come back every few seconds.
  assert.deepEqual((await lease(4, world.nowMs + 60_000)).fullIds, [])
  await world.database.query(
    "update callbacks set state = 'dead', next_attempt_at = null where version = 1",
    [],
  )
  assert.equal((await lease(4, world.nowMs + 600_000)).leased.length, 4)
})

test('a dead step holds up nothing', async () => {
  await endpoint()
  const click = await world.addClick(offerId)
  await report(click, 'approved')
  await report(click, 'reversed')
  await world.database.query("update callbacks set state = 'dead', next_attempt_at = null where version = 1")
  assert.equal((await lease()).leased.length, 1)
})

test('an endpoint takes no more than its room, and it is said that there may be more', async () => {
  const [one, other] = [await endpoint(), await endpoint({ name: 'other' })]
  for (let made = 0; made < 3; made += 1) await report(await world.addClick(offerId), 'approved')
  const { leased, fullIds } = await leaseDue(
    world.database,
    [
      { endpointId: one.id, allowance: 2 },
      { endpointId: other.id, allowance: 5 },
    ],
    { leaseId, nowMs: world.nowMs, leaseMs: 30_000 },
  )
  assert.equal(leased.filter(({ endpointId }) => endpointId === one.id).length, 2)
  assert.equal(leased.filter(({ endpointId }) => endpointId === other.id).length, 3)
  assert.deepEqual(fullIds, [one.id])
})

test('which endpoints are owed something is told in pages, with the time of their first', async () => {
  const [one, , third] = [
    await endpoint(),
    await endpoint({ name: 'b', events: [] }),
    await endpoint({ name: 'c' }),
  ]
  const page = (afterId: number, limit: number) => listOwedEndpoints(world.database, { afterId, limit })
  assert.deepEqual(await page(0, 10), [])
  await report(await world.addClick(offerId), 'approved')
  const both = [one, third].map(({ id }) => ({ endpointId: id, firstAtMs: world.nowMs }))
  assert.deepEqual(await page(0, 10), both)
  assert.deepEqual(await page(0, 1), both.slice(0, 1))
  assert.deepEqual(await page(one.id, 10), both.slice(1))
  assert.deepEqual(await page(third.id, 10), [])
})
