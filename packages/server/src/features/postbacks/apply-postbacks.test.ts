import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { conversionsOf, short, usedOf } from '../../../../../test/support/applied-reports.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { refuseClaim } from '../conversions/refuse-claim.ts'
import { applyPostbacks } from './apply-postbacks.ts'
import type { Transaction } from '../../store/pg/database.ts'
import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const day = 86_400_000

async function apply(...reports: readonly PostbackReport[]): Promise<readonly PostbackOutcome[]> {
  return await applyPostbacks(world.ports, reports)
}

test('a stored conversion is what was decided, to the last column', async () => {
  const offerId = await world.addOffer({ share: 6_667 })
  const clickId = await world.addClick(offerId, { subId: 'banner', userId: 'Zoë 🙂' })
  const report = world.report(clickId, { reportedMicros: 1_230_000, word: 'Sale', txnId: 'T-1' })
  const [outcome] = await apply(report)
  const [conversion] = await conversionsOf(world, offerId)
  assert.deepEqual(conversion, {
    id: outcome?.kind === 'applied' ? outcome.conversionId : '',
    version: 1,
    appId: world.appId,
    networkId: world.networkId,
    offerId,
    userId: 'Zoë 🙂',
    subId: 'banner',
    clickId,
    country: 'DE',
    platform: 'android',
    goal: '',
    txnKey: '',
    txnId: 'T-1',
    formerTxnId: null,
    source: 'postback',
    claimTxnId: null,
    idempotencyKey: null,
    status: 'approved',
    reason: null,
    reportedStatus: 'approved',
    networkState: 'approved',
    heldFor: null,
    networkWord: 'Sale',
    reportedMicros: 1_230_000,
    reportedCurrency: 'USD',
    rateDay: null,
    usdNanos: null,
    claimedMicros: null,
    revenueMicros: 1_230_000,
    payoutMicros: 820_041,
    payoutLocalMicros: 820_000_000,
    shareBasisPoints: 6_667,
    marginRuleId: null,
    marginBasisPoints: null,
    currency: 'Coins',
    rateMicros: 1_000_000_000,
    decimals: 0,
    rounding: 'half_up',
    promotionId: null,
    promotionBasisPoints: null,
    countedOn: '2026-11-21',
    isTest: false,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
    expiresAtMs: null,
    releaseAtMs: null,
    risk: {
      scoreTenths: 122,
      verdict: 'accept',
      points: 1.5,
      reasons: [{ code: 'fast_conversion', points: 1.5, detail: 'reported 0 s after the click' }],
    },
  })
  const [event] = await world.ports.store.conversions.listEvents(world.database, conversion.id)
  assert.deepEqual(event, {
    conversionId: conversion.id,
    appId: world.appId,
    isTest: false,
    version: 1,
    fromStatus: null,
    toStatus: 'approved',
    reason: null,
    source: 'postback',
    postbackRequestId: report.id,
    actor: null,
    revenueMicros: 1_230_000,
    payoutMicros: 820_041,
    payoutLocalMicros: 820_000_000,
    happenedAtMs: world.nowMs,
  })
})

test('the reports of a batch see each other, and outcome n belongs to report n', async () => {
  const offerId = await world.addOffer()
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId, { userId: 'other' })]
  const outcomes = await apply(
    world.report(first, { word: 'pending' }),
    world.report(second, { word: 'nonsense' }),
    world.report(first, { word: 'approved' }),
    world.report(world.ports.newId()),
    world.report(first, { word: 'approved' }),
    world.report(first, { word: 'reversed' }),
    world.report(second, { word: 'rejected' }),
    world.report(first, { word: 'pending' }),
  )
  assert.deepEqual(outcomes.map(short), [
    'pending',
    'refused',
    'approved',
    'unknown_click',
    'approved duplicate',
    'reversed',
    'rejected',
    'reversed superseded duplicate',
  ])
  const [conversion] = (await conversionsOf(world, offerId)).filter(({ clickId }) => clickId === first)
  assert.deepEqual([conversion?.status, conversion?.version], ['reversed', 3])
  const log = await world.ports.store.postbackRequests.listRequestsOfClick(world.database, first, 10)
  const logged = log.map(({ outcome }) => outcome)
  assert.deepEqual(logged.sort(), ['applied', 'applied', 'applied', 'duplicate', 'duplicate'])
})

test('two clicks of one user at once: one earns, the other is held', async () => {
  const processes = [await world.process(), await world.process()]
  for (let round = 0; round < 10; round += 1) {
    const offerId = await world.addOffer()
    const clicks = await Promise.all([1, 2, 3, 4].map(() => world.addClick(offerId)))
    const outcomes = await Promise.all(
      clicks.map((clickId, turn) =>
        applyPostbacks(processes[turn % 2] ?? world.ports, [world.report(clickId)]),
      ),
    )
    assert.deepEqual(outcomes.flat().map(short).sort(), [
      'approved',
      'pending repeat',
      'pending repeat',
      'pending repeat',
    ])
  }
})

test('a second click earns once the first one is lost, also within one batch', async () => {
  const offerId = await world.addOffer()
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId)]
  await apply(world.report(first))
  const outcomes = await apply(world.report(first, { word: 'chargeback' }), world.report(second))
  assert.deepEqual(outcomes.map(short), ['reversed', 'approved'])
})

test('a user of another app or in test mode is no rival', async () => {
  const offerId = await world.addOffer()
  const live = await world.addClick(offerId)
  const tested = await world.addClick(offerId, { isTest: true })
  assert.deepEqual((await apply(world.report(live), world.report(tested))).map(short), [
    'approved',
    'approved',
  ])
})

test('a late report is held, and so is what a bot or a listed user earned', async () => {
  const offerId = await world.addOffer()
  const late = await world.addClick(offerId, { userId: 'late' })
  const bot = await world.addClick(offerId, { userId: 'bot', verdict: 'bot' })
  const bad = await world.addClick(offerId, { userId: 'bad' })
  world.listed.set('bad', { action: 'review', kind: 'user', reason: '', isOwn: false })
  world.nowMs += 30 * day + 1
  const outcomes = await apply(world.report(late), world.report(bot), world.report(bad))
  assert.deepEqual(outcomes.map(short), ['pending window', 'pending bot', 'pending listed'])
  world.nowMs -= 30 * day + 1
})

test('a click that fell back earns nothing until an operator says so', async () => {
  const offerId = await world.addOffer()
  const away = { outcome: 'fallback', reason: 'paused' } as const
  const clickId = await world.addClick(offerId, { userId: 'away', ...away })
  const [first] = await apply(world.report(clickId))
  assert.equal(short(first), 'pending fallback')
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['pending fallback duplicate'])
  const conversionId = first && 'conversionId' in first ? (first.conversionId ?? '') : ''
  await confirmClaim(world.ports, { conversionId, actor: 'ops' })
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['approved duplicate'])
})

test('an operator refuses a held conversion, and the network says it in vain', async () => {
  const offerId = await world.addOffer({ totalCap: 5 })
  const clickId = await world.addClick(offerId, { verdict: 'bot' })
  const [held] = await apply(world.report(clickId))
  const conversionId = held && 'conversionId' in held ? (held.conversionId ?? '') : ''
  assert.deepEqual(await usedOf(world, offerId), [1, 1])
  await refuseClaim(world.ports, { conversionId, actor: 'ops' })
  assert.deepEqual(await usedOf(world, offerId), [0, 0])
  assert.deepEqual((await apply(world.report(clickId))).map(short), ['rejected refused duplicate'])
})

test('a repeatable offer earns once per transaction', async () => {
  const offerId = await world.addOffer({ isRepeatable: true })
  const clickId = await world.addClick(offerId)
  const say = (txnId: string | null, word = 'approved') => world.report(clickId, { txnId, word })
  const outcomes = await apply(say('T-1'), say('T-2'), say('T-1'), say(null), say('T-2', 'reversed'))
  assert.deepEqual(outcomes.map(short), [
    'approved',
    'approved',
    'approved duplicate',
    'approved',
    'reversed',
  ])
  assert.equal((await conversionsOf(world, offerId)).length, 3)
})

test('an offer that is not repeatable any more earns nothing more by a click that earned', async () => {
  const offerId = await world.addOffer({ isRepeatable: true })
  const clickId = await world.addClick(offerId, { userId: 'no-more' })
  const say = async (txnId: string | null, word = 'approved') =>
    short((await apply(world.report(clickId, { txnId, word })))[0])
  assert.deepEqual([await say('T-1'), await say('T-2', 'rejected')], ['approved', 'rejected'])
  await world.database.query('update offers set is_repeatable = false where id = $1', [offerId])
  assert.equal(await say('T-3'), 'pending repeat')
  assert.equal(await say('T-4'), 'pending repeat duplicate')
  // A known conversion goes on as before, unless it would earn beside the first.
  assert.equal(await say('T-1'), 'approved duplicate')
  assert.equal(await say('T-2'), 'pending repeat')
  assert.equal(await say('T-1', 'chargeback'), 'reversed')
})

test('a chargeback finds its transaction after the offer became repeatable, or once only', async () => {
  for (const isRepeatable of [true, false]) {
    const offerId = await world.addOffer({ isRepeatable })
    const clickId = await world.addClick(offerId)
    await apply(world.report(clickId, { txnId: 'T-1' }))
    await world.database.query('update offers set is_repeatable = not is_repeatable where id = $1', [offerId])
    const again = await apply(world.report(clickId, { txnId: 'T-1' }))
    assert.deepEqual(again.map(short), ['approved duplicate'])
    const back = await apply(world.report(clickId, { txnId: 'T-1', word: 'reversed' }))
    assert.deepEqual(back.map(short), ['reversed'])
    assert.equal((await conversionsOf(world, offerId)).length, 1)
  }
})

test('a chargeback finds its conversion when its click is long gone', async () => {
  const offerId = await world.addOffer()
  const clickId = await world.addClick(offerId)
  await apply(world.report(clickId))
  await world.database.query('delete from clicks where id = $1', [clickId])
  assert.deepEqual((await apply(world.report(clickId, { word: 'chargeback' }))).map(short), ['reversed'])
})

test('a click is unknown to another network, and without a token open to proof none only', async () => {
  const other = await world.addNetwork()
  const open = await world.addNetwork({ proof: 'none' })
  const closed = await world.addClick(await world.addOffer())
  const free = await world.addClick(await world.addOffer({ networkId: open }))
  const outcomes = await apply(
    world.report(closed, { networkId: other }),
    world.report(closed, { networkId: null }),
    world.report(free, { networkId: null }),
    world.report(free, { networkId: world.networkId }),
  )
  assert.deepEqual(outcomes.map(short), ['unknown_click', 'unproven', 'approved', 'unknown_click'])
})

test("a network's ceiling, words and payout setting are its own", async () => {
  const own = await world.addNetwork({
    preset: 'affise',
    payoutMaxMicros: 2_000_000,
    onChangedPayout: 'update',
    statusWords: { won: 'approved' },
  })
  const offerId = await world.addOffer({ networkId: own, share: 5_000 })
  const clickId = await world.addClick(offerId)
  const say = (word: string, reportedMicros: number) =>
    world.report(clickId, { networkId: own, word, reportedMicros })
  const outcomes = await apply(
    say('1', 2_000_001),
    say('2', 1_000_000),
    say('WON', 1_000_000),
    say('1', 2_000_000),
    say('1', 2_000_000),
  )
  assert.deepEqual(outcomes.map(short), [
    'refused',
    'pending',
    'approved',
    'approved payout_updated',
    'approved duplicate',
  ])
  const [conversion] = await conversionsOf(world, offerId)
  assert.deepEqual([conversion?.payoutMicros, conversion?.version], [1_000_000, 3])
})

test('a dry run decides by the batch so far and leaves no trace in it', async () => {
  const offerId = await world.addOffer({ dailyCap: 1 })
  const [first, second] = [await world.addClick(offerId), await world.addClick(offerId, { userId: 'b' })]
  const outcomes = await apply(
    world.report(first, { isDryRun: true }),
    world.report(second, { isDryRun: true }),
    world.report(first),
    world.report(second, { isDryRun: true }),
  )
  assert.deepEqual(outcomes.map(short), ['approved', 'approved', 'approved', 'rejected cap'])
  assert.deepEqual(
    outcomes.map((outcome) => 'conversionId' in outcome && outcome.conversionId !== null),
    [false, false, true, false],
  )
  assert.equal((await conversionsOf(world, offerId)).length, 1)
})

for (const [what, terms, most] of [
  ['without caps two', {}, 2],
  ['with caps three', { dailyCap: 100 }, 3],
] as const) {
  test(`a batch waits for few statements before it ends: ${what}`, async () => {
    const offerId = await world.addOffer(terms)
    const clicks = await Promise.all(
      Array.from({ length: 50 }, (_, index) => world.addClick(offerId, { userId: `${what} ${index}` })),
    )
    let statements = 0
    const { database, ports } = world
    const db = {
      ...database,
      transaction: <T>(run: (tx: Transaction) => Promise<T>) =>
        database.transaction((tx) =>
          run({
            ...tx,
            query: (...given) => {
              statements += 1
              return tx.query(...given)
            },
          }),
        ),
    }
    await applyPostbacks(
      { ...ports, db },
      clicks.map((clickId) => world.report(clickId)),
    )
    assert.equal(statements, most)
  })
}
