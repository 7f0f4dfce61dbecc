import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertToUsd } from '../payout/convert.ts'
import { findRate, formatNanos, indexRates, readNanos } from './exchange-rate.ts'
import { applyMargin, findMargin, indexMargins, type MarginRule } from './margin-rule.ts'
import { findPromotion } from './promotion.ts'
import { readRate } from './read-rate.ts'

test('the most specific margin rule wins: the offer, then the app, then the country', () => {
  const rule = (
    id: number,
    offerId: number | null,
    appId: number | null,
    country: string | null,
  ): MarginRule => ({
    id,
    offerId,
    appId,
    country,
    basisPoints: id,
  })
  const order = [
    rule(1, 7, 3, 'DE'),
    rule(2, 7, 3, null),
    rule(3, 7, null, 'DE'),
    rule(4, 7, null, null),
    rule(5, null, 3, 'DE'),
    rule(6, null, 3, null),
    rule(7, null, null, 'DE'),
    rule(8, null, null, null),
  ]
  const strangers = [rule(91, 8, null, null), rule(92, null, 4, null), rule(93, null, null, 'FR')]
  for (const [place, { id }] of order.entries()) {
    const index = indexMargins([...order.slice(place), ...strangers].reverse())
    assert.equal(findMargin(index, { offerId: 7, appId: 3, country: 'DE' })?.id, id)
  }
  assert.equal(findMargin(indexMargins(strangers), { offerId: 7, appId: 3, country: 'DE' }), undefined)
  assert.equal(
    findMargin(indexMargins(order.slice(6, 7)), { offerId: 7, appId: 3, country: null }),
    undefined,
  )
})

test('under a margin the publisher gets the rest of the revenue, down to the micro', () => {
  const fixed = { payoutMicros: 1_000_000, payoutShareBasisPoints: null, revenueMicros: 1_500_001 }
  assert.equal(applyMargin(fixed, undefined), fixed)
  const kept = applyMargin(fixed, { basisPoints: 3_000 })
  assert.deepEqual(kept, { ...fixed, payoutMicros: 1_050_000 })
  const share = applyMargin({ ...fixed, payoutShareBasisPoints: 8_000 }, { basisPoints: 3_000 })
  assert.deepEqual([share.payoutMicros, share.payoutShareBasisPoints], [1_050_000, 7_000])
  assert.equal(applyMargin(fixed, { basisPoints: 10_000 }).payoutMicros, 0)
  assert.equal(applyMargin(fixed, { basisPoints: 0 }).payoutMicros, 1_500_001)
})

test('a promotion runs from its first moment to before its last', () => {
  const promotion = { id: 1, appId: 1, name: '', basisPoints: 20_000, fromMs: 100, toMs: 200 }
  const runs = [99, 100, 199, 200].map((atMs) => findPromotion([promotion], atMs) !== undefined)
  assert.deepEqual(runs, [false, true, true, false])
})

test('the rate is that of the day, or the latest of the days before it', () => {
  const on = (day: string, usdNanos: number) => ({ currency: 'EUR', day, usdNanos })
  const index = indexRates([on('2026-11-18', 1), on('2026-11-20', 2), on('2026-11-25', 3)])
  const rateOf = (day: string, oldestDay: string) =>
    findRate(index, { currency: 'EUR', day, oldestDay })?.usdNanos
  assert.deepEqual(
    ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-24', '2026-11-25'].map((day) =>
      rateOf(day, '2026-11-01'),
    ),
    [undefined, 1, 1, 2, 2, 3],
  )
  assert.equal(rateOf('2026-11-24', '2026-11-20'), 2)
  assert.equal(rateOf('2026-11-24', '2026-11-21'), undefined, 'too old')
  assert.equal(findRate(index, { currency: 'GBP', day: '2026-11-20', oldestDay: '2026-11-01' }), undefined)
})

test('a foreign amount becomes USD by one rounding, half up, mirrored below zero', () => {
  for (const [amount, nanos, usd] of [
    [1_000_000, 1_085_000_000, 1_085_000],
    [1, 500_000_000, 1],
    [1, 499_999_999, 0],
    [-1, 500_000_000, -1],
    [-1, 1, 0],
    [1_000_000_000_000, 39_412, 39_412_000],
  ] as const)
    assert.equal(convertToUsd(amount, nanos), usd)
  assert.equal(convertToUsd(Number.MAX_SAFE_INTEGER, 1_000_000_001), undefined)
})

test('rates are read exactly, and what is none is refused with its reason', () => {
  assert.deepEqual(
    ['1', '0.000039412', '1.085', '0', '-1', '1.0000000001', '1e3', '', '9007200'].map(readNanos),
    [1_000_000_000, 39_412, 1_085_000_000, undefined, undefined, undefined, undefined, undefined, undefined],
  )
  assert.deepEqual([1_000_000_000, 39_412, 1_085_000_000].map(formatNanos), ['1', '0.000039412', '1.085'])
  const good = readRate({ currency: ' eur', day: '2026-11-21', usd: '1.085' })
  assert.deepEqual(good, { ok: true, rate: { currency: 'EUR', day: '2026-11-21', usdNanos: 1_085_000_000 } })
  for (const [row, field] of [
    [{ currency: 'E', day: '2026-11-21', usd: '1' }, 'currency'],
    [{ currency: 'USD', day: '2026-11-21', usd: '1' }, 'currency'],
    [{ currency: 'EUR', day: '2026-02-30', usd: '1' }, 'day'],
    [{ currency: 'EUR', day: '21.11.2026', usd: '1' }, 'day'],
    [{ currency: 'EUR', day: '2026-11-21', usd: '1,1' }, 'usd'],
    [{ currency: 'EUR', day: '2026-11-21' }, 'usd'],
  ] as const) {
    const reading = readRate(row)
    assert.deepEqual(reading.ok ? [] : reading.problems.map((problem) => problem.field), [field])
  }
})
