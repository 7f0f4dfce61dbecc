import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeConversion } from '../../../../test/support/make-conversion.ts'
import { unlimitedCap } from './caps.ts'
import { objectionsTo, type ReviewFacts } from './review-objections.ts'

const inReview = makeConversion({ status: 'pending', reason: 'risk' })
const confirmed = makeConversion({ status: 'approved', countedOn: '2026-11-21' })
const claim = makeConversion({ status: 'pending', reason: 'claim', reportedStatus: null })
const dear = { ...confirmed, revenueMicros: 50_000_000, payoutMicros: 25_000_000, shareBasisPoints: 5_000 }
const losing = { ...confirmed, revenueMicros: 1_000_000, payoutMicros: 1_100_000, shareBasisPoints: null }
const twin = makeConversion({ id: 'twin' })
const plain: ReviewFacts = {
  isRepeatable: false,
  rivalId: undefined,
  remainingCap: unlimitedCap,
  listedMicros: undefined,
  twin: { use: 'free', twin: undefined },
  isTransactionErased: false,
}
const full = { ...unlimitedCap, count: 0 }

const cases: readonly (readonly [
  about: string,
  facts: Partial<ReviewFacts>,
  rules: readonly string[],
  before?: Parameters<typeof objectionsTo>[0],
  after?: Parameters<typeof objectionsTo>[1],
])[] = [
  ['nothing stands in the way', {}, []],
  ['the user has earned it already', { rivalId: 'rival' }, ['repeat']],
  ['one may earn it again', { rivalId: 'rival', isRepeatable: true }, []],
  ['it was held for that very reason', { rivalId: 'rival' }, [], { ...inReview, reason: 'repeat' }],
  ['it counts already', { rivalId: 'rival' }, [], confirmed],
  [
    'it is refused',
    { rivalId: 'rival', remainingCap: full },
    [],
    inReview,
    { ...inReview, status: 'rejected' },
  ],
  ['a cap is used up', { remainingCap: full }, ['cap']],
  [
    'a cap is used up, and it counts on it',
    { remainingCap: full },
    [],
    { ...inReview, countedOn: '2026-11-20' },
  ],
  [
    'a cap is used up, and it counts on none',
    { remainingCap: full },
    [],
    inReview,
    { ...confirmed, countedOn: null },
  ],
  ['a share is claimed of far more than is listed', { listedMicros: 1_000_000 }, ['margin'], claim, dear],
  ['a share is claimed of what is listed', { listedMicros: 40_000_000 }, [], claim, dear],
  [
    'far more than is listed is claimed on a fixed payout',
    { listedMicros: 1_000_000 },
    ['margin'],
    claim,
    { ...confirmed, revenueMicros: 9_999_000_000, payoutMicros: 600_000, shareBasisPoints: null },
  ],
  ['the network has rejected what is claimed', { twin: { use: 'rejected', twin } }, ['rejected'], claim],
  ['its network has spoken since', { twin: { use: 'rejected', twin } }, []],
  ['the network pays less than is earned', { listedMicros: 1_000_000 }, ['margin'], claim, losing],
  ['the network pays less, and losses hold nothing', {}, [], claim, losing],
  ['its network has reported it', { listedMicros: 1_000_000 }, [], inReview, losing],
  ['its transaction was taken back', { twin: { use: 'reversed', twin } }, ['transaction']],
  [
    'it counts, and its transaction was taken back',
    { twin: { use: 'reversed', twin } },
    ['transaction'],
    confirmed,
  ],
  ['its transaction is paid elsewhere', { twin: { use: 'counted', twin } }, ['transaction']],
  ['it counts, and so does its twin', { twin: { use: 'counted', twin } }, [], confirmed],
  ['its twin waits', { twin: { use: 'waiting', twin } }, []],
  ['its transaction was erased', { isTransactionErased: true }, ['transaction']],
  ['it counts, and its transaction was erased', { isTransactionErased: true }, [], confirmed],
  [
    'all at once',
    { rivalId: 'r', remainingCap: full, isTransactionErased: true },
    ['repeat', 'cap', 'transaction'],
  ],
]
for (const [about, facts, rules, before = inReview, after = confirmed] of cases) {
  test(`a confirmation where ${about} meets ${rules.length === 0 ? 'no objection' : rules.join(', ')}`, () => {
    const objections = objectionsTo(before, after, { ...plain, ...facts })
    assert.deepEqual(
      objections.map(({ rule }) => rule),
      rules,
    )
  })
}

test('an objection names the conversion that it is about', () => {
  const [first] = objectionsTo(inReview, confirmed, { ...plain, rivalId: 'rival-7' })
  assert.match(first?.message ?? '', /by conversion rival-7$/)
  for (const use of ['reversed', 'counted'] as const) {
    const [second] = objectionsTo(inReview, confirmed, { ...plain, twin: { use, twin } })
    assert.match(second?.message ?? '', /by conversion twin$/)
  }
})
