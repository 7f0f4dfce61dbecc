import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Price } from '../prices/price.ts'
import { amountsAt, type DatedTerms, type Occasion, paidOccasion } from './terms.ts'

const row = (country: string, payoutMicros: number): Price => ({
  countries: [country],
  platforms: [],
  payoutMicros,
  payoutShareBasisPoints: null,
  revenueMicros: 9,
})
const nothing = { payoutMicros: 0, payoutShareBasisPoints: null, revenueMicros: 0 }
const own = { payoutMicros: 1, payoutShareBasisPoints: null, revenueMicros: 9 }

const at = (timeMs: number, country = 'DE'): Occasion => ({ timeMs, place: { country, platform: 'ios' } })
const payoutAt = (terms: DatedTerms, occasion: Occasion) =>
  amountsAt(terms, paidOccasion([terms], occasion)).payoutMicros

const changed: DatedTerms = {
  ...own,
  prices: [row('US', 3)],
  amountsBefore: [{ ...own, prices: [row('DE', 2)], untilMs: 100_000 }],
}

test('a click earns the price of its country among those of its moment', () => {
  assert.deepEqual(
    [payoutAt(changed, at(99_999)), payoutAt(changed, at(100_000)), payoutAt(changed, at(100_000, 'US'))],
    [2, 1, 3],
  )
})

test('amounts that an older version kept have the prices that followed, which it never changed', () => {
  const older = { ...own, payoutMicros: 7 }
  const beside = { ...changed, amountsBefore: [{ ...older, untilMs: 100_000 }] }
  assert.deepEqual(
    [payoutAt(beside, at(5)), payoutAt(beside, at(5, 'US')), payoutAt(beside, at(100_000, 'US'))],
    [7, 3, 3],
  )
  const since = { ...own, prices: [], untilMs: 200_000 }
  const before = { ...changed, amountsBefore: [{ ...older, untilMs: 100_000 }, since] }
  assert.deepEqual([payoutAt(before, at(5, 'US')), payoutAt(before, at(200_000, 'US'))], [7, 3])
})

test('a click where nothing was paid any more earns the latest price that had ended within a day, and no older one', () => {
  const dayMs = 86_400_000
  const ended = { ...changed, ...nothing }
  assert.deepEqual([payoutAt(ended, at(100_000)), payoutAt(ended, at(100_000 + dayMs))], [2, 2])
  assert.equal(payoutAt(ended, at(100_001 + dayMs)), 0)
  const twice = {
    ...ended,
    amountsBefore: [
      ...(changed.amountsBefore ?? []),
      { ...nothing, prices: [row('US', 5)], untilMs: 101_000 },
    ],
  }
  assert.deepEqual([payoutAt(twice, at(102_000)), payoutAt(twice, at(102_000, 'US'))], [2, 3])
  const free = { ...ended, prices: [] }
  assert.equal(payoutAt(free, at(100_000)), 0)
})

test('a goal without a price at a place earns nothing there while another one does', () => {
  const other = { ...nothing, prices: [row('DE', 4)] }
  const terms = { ...changed, ...nothing }
  const occasion = paidOccasion([terms, other], at(100_000))
  assert.deepEqual(
    [terms, other].map((one) => amountsAt(one, occasion).payoutMicros),
    [0, 4],
  )
})

test('somebody of whom nothing is known earns the price of the rest of the world, else the lowest', () => {
  const anywhere = { timeMs: 200_000, place: undefined }
  assert.equal(payoutAt(changed, anywhere), 1)
  assert.equal(payoutAt({ ...nothing, prices: [row('US', 3), row('DE', 2), row('FR', 5)] }, anywhere), 2)
})
