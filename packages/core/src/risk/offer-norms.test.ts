import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedClicks, makeOfferNorms, slotOf } from './offer-norms.ts'

const minute = slotOf(60)
const hour = slotOf(3_600)
const counts = (clicks: number, conversions: number, lost = 0) => ({
  clicks,
  conversions,
  lost,
  paid: conversions,
  bySlot: new Map([[minute, conversions]]),
})

test('an offer of which little is known is as all offers are, and one of which much is known is as it is', () => {
  const norms = makeOfferNorms(
    new Map([
      [1, counts(10_000, 1_000, 50)],
      [2, counts(2_000, 1_000, 400)],
      [3, counts(2, 2)],
    ]),
  )
  const [usual, rich, young] = [norms.findNorm(1), norms.findNorm(2), norms.findNorm(3)]
  assert.ok(Math.abs((usual?.conversionRate ?? 0) - 0.1) < 0.01)
  assert.ok(Math.abs((rich?.conversionRate ?? 0) - 0.5) < 0.01 && (rich?.lostRate ?? 0) > 0.35)
  assert.ok((young?.conversionRate ?? 1) < 0.3, String(young?.conversionRate))
  assert.deepEqual(norms.findNorm(4), norms.findNorm(5))
})

test('a time is as quick as the share of conversions that came sooner', () => {
  const norm = makeOfferNorms(new Map([[1, counts(1_000, 500)]])).findNorm(1)
  assert.ok((norm?.soonerBySlot[slotOf(2)] ?? 1) < 0.01)
  assert.ok(Math.abs((norm?.soonerBySlot[minute] ?? 0) - 0.5) < 0.01)
  assert.ok((norm?.soonerBySlot[hour] ?? 0) > 0.99)
})

test('with few conversions of all offers nobody is compared', () => {
  assert.equal(makeOfferNorms(new Map([[1, counts(100, 20)]])).findNorm(1), undefined)
})

test('a flood of clicks moves what is usual no further than to one conversion of fifty', () => {
  assert.equal(countedClicks({ clicks: 1_000, conversions: 100 }), 1_000)
  assert.equal(countedClicks({ clicks: 1_000_000, conversions: 100 }), 5_200)
  assert.equal(countedClicks({ clicks: 1_000_000, conversions: 0 }), 200)
})
