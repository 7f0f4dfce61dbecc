import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { addEndpoint } from '../../../../../test/support/callback-endpoints.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { applyPostbacks } from '../postbacks/apply-postbacks.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { confirmClaim } from './confirm-claim.ts'
import { expireClaims } from './expire-claims.ts'
import { listClaims } from './list-claims.ts'
import { recordClaims } from './record-claims.ts'
import { refuseClaim } from './refuse-claim.ts'
import type { Claim, ClaimOutcome } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const day = 86_400_000

function claimOf(offerId: number, changes: Partial<Claim> = {}): Claim {
  return {
    appId: world.appId,
    userId: 'user-42',
    offerId,
    isTest: false,
    goal: '',
    transactionId: null,
    idempotencyKey: null,
    amountMicros: null,
    clickId: null,
    currency: { name: 'Coins', rateMicros: 1_000_000_000, decimals: 0, rounding: 'half_up' },
    ...changes,
  }
}

async function claim(offerId: number, changes: Partial<Claim> = {}): Promise<ClaimOutcome> {
  const [outcome] = await recordClaims(world.ports, [claimOf(offerId, changes)])
  assert.ok(outcome)
  return outcome
}

async function claimed(offerId: number, changes: Partial<Claim> = {}): Promise<Conversion> {
  const outcome = await claim(offerId, changes)
  assert.ok(outcome.kind === 'recorded', outcome.kind)
  return outcome.conversion
}

async function stored({ id }: Pick<Conversion, 'id'>): Promise<Conversion> {
  const conversion = await world.ports.store.conversions.findConversion(world.database, id)
  assert.ok(conversion)
  return conversion
}

async function taken(userId = 'user-42'): Promise<number[]> {
  const user = { appId: world.appId, userId, isTest: false }
  const rows = await world.ports.store.conversions.listTakenOfferIds(world.database, [user])
  return rows.map(({ offerId }) => offerId)
}

test("a claim belongs to the user's latest click that led to the offer", async () => {
  const offerId = await world.addOffer()
  await world.addClick(offerId)
  world.nowMs += 1_000
  const latest = await world.addClick(offerId, { subId: 'banner' })
  world.nowMs += 1_000
  await world.addClick(offerId, { outcome: 'fallback' })
  await world.addClick(offerId, { userId: 'other' })
  await world.addClick(offerId, { isTest: true })
  const conversion = await claimed(offerId)
  assert.deepEqual([conversion.clickId, conversion.subId], [latest, 'banner'])
  assert.deepEqual(await stored(conversion), conversion)
  assert.ok((await taken()).includes(offerId))
})

test('without a click in the window a claim is unattributed, takes nothing and expires', async () => {
  const offerId = await world.addOffer()
  await world.addClick(offerId)
  world.nowMs += 30 * day + 1
  const conversion = await claimed(offerId)
  assert.equal(conversion.clickId, null)
  assert.ok(!(await taken()).includes(offerId))
  world.nowMs += 30 * day - 1
  assert.equal(await expireClaims(world.ports), 0)
  world.nowMs += 1
  assert.equal(await expireClaims(world.ports), 1)
  const { status, reason, version } = await stored(conversion)
  assert.deepEqual([status, reason, version], ['rejected', 'expired', 2])
  assert.equal(await expireClaims(world.ports), 0)
  const events = await world.ports.store.conversions.listEvents(world.database, conversion.id)
  assert.deepEqual(
    events.map(({ source, toStatus }) => [source, toStatus]),
    [
      ['claim', 'pending'],
      ['expiry', 'rejected'],
    ],
  )
})

test('a click that is named must be one of this user on this offer', async () => {
  const [offerId, otherOffer] = [await world.addOffer(), await world.addOffer()]
  const first = await world.addClick(offerId)
  world.nowMs += 1_000
  await world.addClick(offerId)
  const foreign = [await world.addClick(otherOffer), await world.addClick(offerId, { userId: 'other' })]
  assert.equal((await claimed(offerId, { clickId: first.toUpperCase() })).clickId, first)
  for (const clickId of [...foreign, world.ports.newId(), 'nonsense']) {
    assert.equal((await claim(offerId, { clickId, transactionId: 'x' })).kind, 'unknown_click')
  }
})

test('an unknown offer is one, and a built-in test offer is for test credentials only', async () => {
  const builtIn = await world.addOffer({ isTest: true })
  assert.equal((await claim(987_654_321)).kind, 'unknown_offer')
  assert.equal((await claim(builtIn)).kind, 'unknown_offer')
  assert.equal((await claimed(builtIn, { isTest: true })).isTest, true)
})

test('200 copies of a claim at once, over two processes, are one claim', async () => {
  for (const changes of [{ transactionId: 'order-1' }, { idempotencyKey: 'key-1' }, {}]) {
    const offerId = await world.addOffer()
    const processes = [await world.process(), await world.process()]
    const batches = Array.from({ length: 40 }, (_, batch) =>
      recordClaims(
        processes[batch % 2] ?? world.ports,
        Array.from({ length: 5 }, () => claimOf(offerId, changes)),
      ),
    )
    const outcomes = (await Promise.all(batches)).flat()
    const ids = outcomes.map((outcome) => (outcome.kind === 'recorded' ? outcome.conversion.id : ''))
    assert.deepEqual([new Set(ids).size, outcomes.length], [1, 200])
    assert.equal(outcomes.filter((outcome) => outcome.kind === 'recorded' && outcome.isNew).length, 1)
  }
})

test('a claim and a report of one click at once are one conversion, which the network decides', async () => {
  for (let round = 0; round < 10; round += 1) {
    const offerId = await world.addOffer({ dailyCap: 5 })
    const clickId = await world.addClick(offerId, { userId: `race-${round}` })
    const other = await world.process()
    await Promise.all([
      recordClaims(other, [claimOf(offerId, { userId: `race-${round}`, transactionId: 't' })]),
      applyPostbacks(world.ports, [world.report(clickId)]),
    ])
    const rows = await world.database.query<{ status: string; counted: string | null }>(
      'select status, counted_on as counted from conversions where click_id = $1',
      [clickId],
    )
    assert.deepEqual(rows, [
      { status: 'approved', counted: new Date(world.nowMs).toISOString().slice(0, 10) },
    ])
  }
})

test('a later postback takes the claim over, and the claim repeated is what it became', async () => {
  for (const isRepeatable of [false, true]) {
    const offerId = await world.addOffer({ isRepeatable, share: 5_000 })
    const clickId = await world.addClick(offerId)
    const made = await claimed(offerId, { transactionId: 'order-1', amountMicros: 9_000_000 })
    assert.equal(made.payoutMicros, 4_500_000)
    const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, { txnId: 'T-1' })])
    assert.ok(outcome?.kind === 'applied')
    assert.deepEqual([outcome.conversionId, outcome.status], [made.id, 'approved'])
    const again = await claim(offerId, { transactionId: 'order-1' })
    assert.ok(again.kind === 'recorded' && !again.isNew)
    assert.deepEqual([again.conversion.status, again.conversion.payoutMicros], ['approved', 750_000])
    const [repeated] = await applyPostbacks(world.ports, [world.report(clickId, { txnId: 'T-1' })])
    assert.equal(repeated?.kind, 'duplicate')
  }
})

test('a claim that was confirmed is what the network then reports, and nothing is paid twice', async () => {
  for (const isRepeatable of [false, true]) {
    const offerId = await world.addOffer({ isRepeatable, share: 5_000 })
    const clickId = await world.addClick(offerId)
    const made = await claimed(offerId, { transactionId: 'order-1', amountMicros: 9_000_000 })
    await confirmClaim(world.ports, { conversionId: made.id, actor: 'op', despite: ['margin'] })
    const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, { txnId: 'T-1' })])
    assert.ok(outcome?.kind === 'applied')
    assert.deepEqual([outcome.conversionId, outcome.status], [made.id, 'approved'])
    assert.equal((await stored(made)).payoutMicros, 750_000)
    const [back] = await applyPostbacks(world.ports, [
      world.report(clickId, { txnId: 'T-1', word: 'reversed' }),
    ])
    assert.deepEqual(back?.kind === 'applied' && [back.conversionId, back.status], [made.id, 'reversed'])
  }
})

test('a confirmed claim that the network rejects and then approves is paid once, and told so', async () => {
  world.endpoints = [await addEndpoint(world.database, { appId: world.appId })]
  const offerId = await world.addOffer({ totalCap: 5 })
  const clickId = await world.addClick(offerId, { userId: 'corrected' })
  const made = await claimed(offerId, { userId: 'corrected' })
  await confirmClaim(world.ports, { conversionId: made.id, actor: 'op' })
  for (const word of ['rejected', 'approved', 'approved']) {
    await applyPostbacks(world.ports, [world.report(clickId, { word })])
  }
  assert.equal((await stored(made)).status, 'approved')
  const entries = await world.ports.store.ledger.listEntries(world.database, made.id)
  const owed = entries.filter(({ account }) => account === 'payable').map(({ amountMicros }) => amountMicros)
  assert.deepEqual(owed, [-1_000_000, 1_000_000, -1_000_000])
  const verdict = await checkLedger(world.ports)
  assert.deepEqual(verdict.faults, [])
  const told = await world.ports.store.callbackHistory.listCallbacksOfConversions(
    world.database,
    [made.id],
    10,
  )
  const facts = await world.ports.store.callbackFacts.listFacts(
    world.database,
    told.map(({ id }) => ({ id, endpointId: world.endpoints[0]?.id ?? 0 })),
  )
  assert.deepEqual(
    facts
      .toSorted((a, b) => a.version - b.version)
      .map(({ status, timesReversed }) => [status, timesReversed]),
    [
      ['pending', 0],
      ['approved', 0],
      ['reversed', 0],
      ['approved', 1],
    ],
  )
  world.endpoints = []
})

test('a report takes over the claim of its transaction among several, also one that was refused', async () => {
  const offerId = await world.addOffer({ isRepeatable: true, share: 5_000 })
  const clickId = await world.addClick(offerId)
  const first = await claimed(offerId, { transactionId: 'order-1' })
  const second = await claimed(offerId, { transactionId: 'order-2' })
  const third = await claimed(offerId, { transactionId: 'order-3' })
  await refuseClaim(world.ports, { conversionId: third.id, actor: 'op' })
  const outcomes = await applyPostbacks(
    world.ports,
    ['order-2', 'order-3', 'T-9', 'T-10'].map((txnId) => world.report(clickId, { txnId })),
  )
  const ids = outcomes.map((one) => (one.kind === 'applied' ? one.conversionId : one.kind))
  assert.deepEqual(ids.slice(0, 3), [second.id, third.id, first.id])
  assert.ok(![first, second, third].some(({ id }) => id === ids[3]), 'there is no claim left for it')
})

test('an open claim keeps no other click of the user from earning, and uses up no cap', async () => {
  const offerId = await world.addOffer({ totalCap: 1 })
  const first = await world.addClick(offerId)
  world.nowMs += 1_000
  await world.addClick(offerId)
  await claimed(offerId)
  const [outcome] = await applyPostbacks(world.ports, [world.report(first)])
  assert.ok(outcome?.kind === 'applied')
  assert.deepEqual([outcome.status, outcome.reason], ['approved', null])
})

test('operators see what waits for them, oldest first, and confirm or refuse it', async () => {
  const offerId = await world.addOffer({ totalCap: 10 })
  const bot = await world.addClick(offerId, { userId: 'r-bot', verdict: 'bot' })
  await world.addClick(offerId, { userId: 'r-claim' })
  const first = await claimed(offerId, { userId: 'r-claim' })
  world.nowMs += 1
  await applyPostbacks(world.ports, [world.report(bot)])
  world.nowMs += 1
  const last = await claimed(offerId, { userId: 'r-none' })
  const of = async (source: 'claim' | 'postback' | null, afterId: string | null = null) => {
    const page = await listClaims(world.ports, { appId: world.appId, source, afterId, limit: 500 })
    return page.filter((conversion) => conversion.offerId === offerId).map(({ id }) => id)
  }
  const [held = ''] = await of('postback')
  assert.deepEqual(await of('claim'), [first.id, last.id])
  assert.deepEqual(await of(null), [first.id, held, last.id])
  assert.deepEqual(await of(null, held), [last.id])

  const confirmed = await confirmClaim(world.ports, { conversionId: first.id.toUpperCase(), actor: 'ops' })
  assert.equal(confirmed.status, 'approved')
  assert.equal((await refuseClaim(world.ports, { conversionId: last.id, actor: 'ops' })).status, 'rejected')
  assert.equal((await confirmClaim(world.ports, { conversionId: held, actor: 'ops' })).status, 'approved')
  assert.deepEqual(await of(null), [])
  const [event] = (await world.ports.store.conversions.listEvents(world.database, first.id)).slice(-1)
  assert.deepEqual([event?.source, event?.actor, event?.toStatus], ['operator', 'ops', 'approved'])
  const rows = await world.database.query<{ used: number }>('select used from cap_counters where key = $1', [
    `offer:${offerId}:total`,
  ])
  assert.deepEqual(rows, [{ used: 2 }])

  await assert.rejects(confirmClaim(world.ports, { conversionId: first.id, actor: 'ops' }), {
    code: 'INVALID_REQUEST',
  })
  for (const conversionId of [world.ports.newId(), 'nonsense']) {
    await assert.rejects(refuseClaim(world.ports, { conversionId, actor: 'ops' }), {
      code: 'RESOURCE_NOT_FOUND',
    })
  }
})

test('a claim of a confirmed conversion without a click keeps the user from earning twice', async () => {
  const offerId = await world.addOffer()
  const { id } = await claimed(offerId, { userId: 'twice' })
  await confirmClaim(world.ports, { conversionId: id, actor: 'ops' })
  const clickId = await world.addClick(offerId, { userId: 'twice' })
  const [outcome] = await applyPostbacks(world.ports, [world.report(clickId)])
  assert.ok(outcome?.kind === 'applied')
  assert.equal(outcome.reason, 'repeat')
})
