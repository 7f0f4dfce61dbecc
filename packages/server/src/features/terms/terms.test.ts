import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { listClaims } from '../conversions/list-claims.ts'
import { releaseHolds } from '../conversions/release-holds.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { applyPostbacks } from '../postbacks/apply-postbacks.ts'
import { addPromotion, endPromotion } from './add-promotion.ts'
import { importRates } from './import-rates.ts'
import { tryRates } from './try-rates.ts'
import { removeMargin, setMargin } from './set-margin.ts'
import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const usd = 1_000_000
const dayMs = 86_400_000
const needs = () => ({ ...world.ports, snapshots: { refresh: async () => {} } })

async function tell(clickId: string, changes: Partial<PostbackReport> = {}): Promise<PostbackOutcome> {
  const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, changes)])
  assert.ok(outcome)
  return outcome
}

async function told(clickId: string, changes: Partial<PostbackReport> = {}): Promise<Conversion> {
  const outcome = await tell(clickId, changes)
  const id = outcome.kind === 'applied' || outcome.kind === 'duplicate' ? outcome.conversionId : null
  const conversion = id && (await world.ports.store.conversions.findConversion(world.database, id))
  assert.ok(conversion, JSON.stringify(outcome))
  return conversion
}

test('a report in a foreign currency is converted at the rate of its day, which stays with it', async () => {
  const day = '2026-11-19'
  world.terms.rates = [{ currency: 'EUR', day, usdNanos: 1_085_000_000 }]
  const clickId = await world.addClick(await world.addOffer({ share: 5_000 }), { userId: 'eur' })
  const first = await told(clickId, { word: 'pending', currency: 'eur', reportedMicros: 2 * usd })
  assert.deepEqual(
    [first.revenueMicros, first.payoutMicros, first.reportedMicros, first.reportedCurrency],
    [2_170_000, 1_085_000, 2 * usd, 'EUR'],
  )
  assert.deepEqual([first.usdNanos, first.rateDay], [1_085_000_000, day])
  // Approved on a day of another rate, at the same amount: nothing new was said about the money.
  world.terms.rates = [{ currency: 'EUR', day: '2026-11-21', usdNanos: 1_100_000_000 }]
  const same = await told(clickId, { currency: 'EUR', reportedMicros: 2 * usd })
  assert.deepEqual([same.status, same.revenueMicros, same.rateDay], ['approved', 2_170_000, day])
  const other = await world.addClick(await world.addOffer({ share: 5_000 }), { userId: 'eur-2' })
  await told(other, { word: 'pending', reportedMicros: 2 * usd })
  const changed = await told(other, { currency: 'EUR', reportedMicros: 2 * usd })
  assert.deepEqual([changed.revenueMicros, changed.usdNanos], [2_200_000, 1_100_000_000])
})

test('a currency without a rate, or with one that is too old, is refused by name', async () => {
  world.terms.rates = [{ currency: 'EUR', day: '2026-11-13', usdNanos: 1_085_000_000 }]
  const clickId = await world.addClick(await world.addOffer(), { userId: 'refused' })
  for (const currency of ['EUR', 'GBP']) {
    const outcome = await tell(clickId, { currency })
    assert.equal(outcome.kind, 'refused')
    const [problem] = outcome.kind === 'refused' ? outcome.problems : []
    assert.deepEqual([problem?.field, problem?.rule], ['currency', 'rate'])
    assert.match(problem?.message ?? '', new RegExp(currency))
  }
  world.terms.rates = [{ currency: 'EUR', day: '2026-11-14', usdNanos: 1_085_000_000 }]
  assert.equal((await tell(clickId, { currency: 'EUR' })).kind, 'applied')
})

test('a report that says nothing new about the money is understood without a rate', async () => {
  const rates = [{ currency: 'EUR', day: '2026-11-21', usdNanos: 1_085_000_000 }]
  world.terms.rates = rates
  const clickId = await world.addClick(await world.addOffer({ share: 5_000 }), { userId: 'late-eur' })
  await told(clickId, { word: 'pending', currency: 'EUR', reportedMicros: 2 * usd })
  world.terms.rates = []
  const approved = await told(clickId, { currency: 'EUR', reportedMicros: 2 * usd })
  assert.deepEqual([approved.status, approved.revenueMicros], ['approved', 2_170_000])
  const other = await tell(clickId, { currency: 'EUR', reportedMicros: 3 * usd })
  assert.equal(other.kind, 'refused', 'another amount is worth nobody knows what')
  const back = await told(clickId, { word: 'chargeback', currency: 'EUR', reportedMicros: -2 * usd })
  assert.deepEqual([back.status, back.revenueMicros, back.usdNanos], ['reversed', 2_170_000, 1_085_000_000])
  const first = await world.addClick(await world.addOffer(), { userId: 'first-eur' })
  assert.equal((await tell(first, { word: 'rejected', currency: 'EUR' })).kind, 'refused')
  world.terms.rates = rates
})

test('the ceiling of a network is held against USD', async () => {
  const networkId = await world.addNetwork({ payoutMaxMicros: 100 * usd })
  world.terms.rates = [{ currency: 'VND', day: '2026-11-21', usdNanos: 39_412 }]
  const clickId = await world.addClick(await world.addOffer({ networkId }), { userId: 'vnd' })
  const by = { networkId, currency: 'VND' }
  assert.equal((await tell(clickId, { ...by, reportedMicros: 3_000_000 * usd })).kind, 'refused')
  const small = await told(clickId, { ...by, reportedMicros: 50_000 * usd })
  assert.equal(small.revenueMicros, 1_970_600)
})

test('a margin sets the share and the fixed payout, and is kept with the conversion', async () => {
  world.terms.margins = [
    { id: 5, offerId: null, appId: world.appId, country: null, basisPoints: 4_000 },
    { id: 6, offerId: null, appId: world.appId, country: 'DE', basisPoints: 2_000 },
  ]
  const share = await world.addOffer({ share: 9_000 })
  const sold = await told(await world.addClick(share, { userId: 'm-1', country: 'US' }), {
    reportedMicros: usd,
  })
  assert.deepEqual([sold.payoutMicros, sold.marginRuleId, sold.marginBasisPoints], [600_000, 5, 4_000])
  const fixed = await world.addOffer({ payoutMicros: usd })
  const paid = await told(await world.addClick(fixed, { userId: 'm-2', country: 'DE' }), {
    reportedMicros: 7 * usd,
  })
  // Four fifths of the 1.50 that the offer is expected to bring, whatever it then brings.
  assert.deepEqual([paid.payoutMicros, paid.revenueMicros, paid.marginRuleId], [1_200_000, 7 * usd, 6])
  world.terms.margins = []
  const again = await told(paid.clickId ?? '', { reportedMicros: 7 * usd })
  assert.equal(again.payoutMicros, 1_200_000)
})

test('a promotion counts for the clicks of its time, however late they are reported', async () => {
  const [fromMs, toMs] = [world.nowMs - 2 * dayMs, world.nowMs - dayMs]
  world.terms.promotions = [{ id: 9, appId: world.appId, name: '', basisPoints: 15_000, fromMs, toMs }]
  const offerId = await world.addOffer({ payoutMicros: 1_001 })
  const clickAt = (ms: number, userId: string) => {
    const nowMs = world.nowMs
    world.nowMs = ms
    const id = world.ports.newId()
    world.nowMs = nowMs
    return world.addClick(offerId, { id, userId })
  }
  const during = await told(await clickAt(toMs - 1, 'p-1'))
  // 0.001001 USD at 1,000 coins are 1.001 coins, half as much again 1.5015: 2 coins, rounded once.
  assert.deepEqual(
    [during.payoutLocalMicros, during.promotionId, during.promotionBasisPoints],
    [2 * usd, 9, 15_000],
  )
  assert.equal(during.payoutMicros, 1_001, 'the publisher earns what it earns')
  const late = await told(await clickAt(toMs, 'p-2'))
  assert.deepEqual([late.payoutLocalMicros, late.promotionId], [usd, null])
})

test('an offer with a hold is approved when its time is over, once over several processes', async () => {
  const offerId = await world.addOffer({ holdDays: 3 })
  const users = Array.from({ length: 250 }, (_, n) => `held-${n}`)
  const clicks = await Promise.all(users.map((userId) => world.addClick(offerId, { userId })))
  const held = await told(clicks[0] ?? '')
  assert.deepEqual([held.status, held.reason, held.releaseAtMs], ['pending', 'hold', world.nowMs + 3 * dayMs])
  assert.equal(held.countedOn, '2026-11-21', 'a hold uses up the cap')
  await applyPostbacks(
    world.ports,
    clicks.slice(1).map((clickId) => world.report(clickId)),
  )
  const waiting = await listClaims(world.ports, { appId: null, source: null, afterId: null, limit: 500 })
  assert.ok(
    waiting.every(({ reason }) => reason !== 'hold'),
    'nobody has to review them',
  )
  const taken = await told(clicks[1] ?? '', { word: 'reversed' })
  assert.deepEqual([taken.status, taken.reason, taken.releaseAtMs], ['rejected', null, null])
  const early = await confirmClaim(world.ports, { conversionId: held.id, actor: 'op' })
  assert.deepEqual([early.status, early.releaseAtMs], ['approved', null])
  assert.equal(await releaseHolds(world.ports), 0)
  world.nowMs += 3 * dayMs
  const others = [await world.process(), await world.process()]
  const released = await Promise.all([world.ports, ...others].map((ports) => releaseHolds(ports)))
  await releaseHolds(world.ports)
  assert.ok(released.reduce((sum, count) => sum + count, 0) <= 248)
  const [row] = await world.database.query<{ approved: number; events: number }>(
    `select count(*) filter (where status = 'approved') as approved,
       (select count(*) from conversion_events e join conversions c on c.id = e.conversion_id
        where c.offer_id = $1 and e.source = 'release') as events
     from conversions where offer_id = $1`,
    [offerId],
  )
  assert.deepEqual(row, { approved: 249, events: 248 })
  world.nowMs -= 3 * dayMs
})

test('a conversion taken back while it is held is not held again, and not released', async () => {
  const clickId = await world.addClick(await world.addOffer({ holdDays: 1 }), { userId: 'corrected' })
  await tell(clickId)
  await tell(clickId, { word: 'reversed' })
  world.nowMs += dayMs
  const late = await tell(clickId)
  assert.deepEqual('reason' in late && [late.kind, late.status, late.reason], [
    'duplicate',
    'rejected',
    'superseded',
  ])
  world.nowMs -= dayMs
})

test('rules are set, replaced and removed with a line in the audit log', async () => {
  const { store } = world.ports
  const rule = { offerId: null, appId: world.appId, country: 'de', basisPoints: 3_500, actor: 'op' }
  const first = await setMargin(needs(), rule)
  const second = await setMargin(needs(), { ...rule, basisPoints: 3_000 })
  assert.notEqual(second.id, first.id)
  assert.deepEqual(await store.marginRules.listMarginRules(world.database), [second])
  assert.equal(second.country, 'DE')
  await assert.rejects(setMargin(needs(), { ...rule, country: 'XX' }), { code: 'INVALID_REQUEST' })
  await assert.rejects(setMargin(needs(), { ...rule, appId: 999 }), /no app 999/)
  await removeMargin(needs(), { id: second.id, actor: 'op' })
  await assert.rejects(removeMargin(needs(), { id: second.id, actor: 'op' }), /no margin rule/)
  const audits = await world.database.query<{ action: string }>(
    "select action from audit_log where action like 'margin.%' order by id",
  )
  assert.deepEqual(
    audits.map(({ action }) => action),
    ['margin.set', 'margin.set', 'margin.removed'],
  )
})

test('promotions of an app never overlap, and one can be ended or taken back', async () => {
  const { nowMs } = world
  const plain = { appId: world.appId, name: 'Double', basisPoints: 20_000, actor: 'op' }
  const running = await addPromotion(needs(), { ...plain, fromMs: nowMs, toMs: nowMs + 10 })
  await assert.rejects(addPromotion(needs(), { ...plain, fromMs: nowMs + 9, toMs: nowMs + 20 }), /overlaps/)
  await assert.rejects(addPromotion(needs(), { ...plain, fromMs: nowMs + 30, toMs: nowMs + 30 }), /must end/)
  await assert.rejects(addPromotion(needs(), { ...plain, fromMs: nowMs - dayMs, toMs: nowMs }), /past/)
  const next = await addPromotion(needs(), { ...plain, fromMs: nowMs + 10, toMs: nowMs + 20 })
  world.nowMs += 5
  assert.equal((await endPromotion(needs(), { id: running.id, actor: 'op' })).toMs, nowMs + 5)
  await assert.rejects(endPromotion(needs(), { id: running.id, actor: 'op' }), /not over/)
  await endPromotion(needs(), { id: next.id, actor: 'op' })
  const left = await world.ports.store.promotions.listPromotions(world.database, { sinceMs: 0 })
  assert.deepEqual(
    left.map(({ id }) => id),
    [running.id],
  )
  world.nowMs -= 5
})

test('a rate file is imported row by row, and a bad row changes nothing else', async () => {
  async function* entries() {
    yield { line: 2, row: { currency: 'EUR', day: '2026-11-20', usd: '1.08' } }
    yield { line: 3, row: { currency: 'EUR', day: '2026-11-20', usd: '1.09' } }
    yield { line: 4, row: { currency: 'GBP', day: 'today', usd: '1.3' } }
  }
  const report = await importRates(needs(), { entries: entries(), actor: 'op' })
  assert.deepEqual([report.written, report.refused, report.problems[0]?.line], [1, 1, 4])
  const found = { sinceDay: '2026-11-01', limit: 10 }
  const rates = await world.ports.store.exchangeRates.listRates(world.database, found)
  assert.deepEqual(rates, [{ currency: 'EUR', day: '2026-11-20', usdNanos: 1_090_000_000 }])
})

test('a trial of rates tells what each day has now, and writes nothing', async () => {
  async function* entries() {
    yield { line: 1, row: { currency: 'EUR', day: '2026-11-20', usd: '1.09' } }
    yield { line: 2, row: { currency: 'eur', day: '2026-11-21', usd: '1.1' } }
    yield { line: 3, row: { currency: 'JPY', day: '2026-11-20', usd: '0' } }
    yield { line: 4, row: { currency: 'SEK', day: '2026-11-20', usd: '0.09' } }
    yield { line: 5, row: { currency: 'SEK', day: '2026-11-20', usd: '0.095' } }
  }
  const first = { currency: 'SEK', day: '2026-11-20', usdNanos: 90_000_000 }
  await world.ports.store.exchangeRates.upsertRates(world.database, [first])
  const { changes, unchanged, refused, problems } = await tryRates(world.ports, entries())
  assert.deepEqual(
    changes.map(({ currency, day, usdNanos, nanosBefore }) => [currency, day, usdNanos, nanosBefore]),
    [
      ['EUR', '2026-11-21', 1_100_000_000, undefined],
      ['SEK', '2026-11-20', 95_000_000, 90_000_000],
    ],
  )
  assert.deepEqual([unchanged, refused, problems[0]?.line, problems[0]?.field], [1, 1, 3, 'usd'])
  const found = { sinceDay: '2026-11-01', currency: 'SEK', limit: 10 }
  assert.deepEqual(await world.ports.store.exchangeRates.listRates(world.database, found), [first])
})

test('after all of it the ledger is clean', async () => {
  const verdict = await checkLedger(world.ports)
  assert.deepEqual(verdict.faults, [])
  assert.ok(verdict.entries > 0)
})
