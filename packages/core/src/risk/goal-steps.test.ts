import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConversionTrace, conversionsMax, describeActivity } from './activity.ts'
import { makeOfferNorms } from './offer-norms.ts'
import { logOddsOf, readShares } from './score.ts'
import { findUsualStep, type StepCounts } from './usual-steps.ts'
import { shippedWeights } from './weights.ts'

const counts = (step: string, reached: number, came: number, lately = came / reached): StepCounts => {
  const reachedLately = reached / 10
  return { step, reached, came, reachedLately, cameLately: reachedLately * lately }
}

for (const [title, given, step] of [
  ['a step that nearly all have is usual', [counts('install', 200, 190)], 'install'],
  [
    'the nearer of two usual steps is taken',
    [counts('level-5', 200, 190), counts('install', 200, 199)],
    'level-5',
  ],
  [
    'a step that the network loses is passed over',
    [counts('level-5', 200, 20), counts('install', 200, 190)],
    'install',
  ],
  ['a network that reports no steps has none', [counts('install', 5_000, 0)], undefined],
  ['none of several alternatives is a step', [counts('plan-a', 5_000, 400)], undefined],
  ['a step that is lost in every third report is none', [counts('install', 5_000, 3_300)], undefined],
  ['a step of few users is not known', [counts('install', 15, 15)], undefined],
  ['a step that ceased to come is none any more', [counts('install', 1_000, 950, 0.5)], undefined],
] as const) {
  test(title, () => assert.equal(findUsualStep(given)?.step, step))
}

const offers = { clicks: 1_000, conversions: 200, lost: 10, paid: 100, bySlot: new Map([[20, 200]]) }
const ladder = new Map([
  ['level-5', [counts('install', 1_000, 955)]],
  ['purchase', [counts('level-5', 1_000, 955), counts('install', 1_000, 990)]],
])
const norms = makeOfferNorms(
  new Map([1, 2, 3, 4].map((id) => [id, offers])),
  new Map([1, 2, 3, 4].map((id) => [id, ladder])),
)
const goal = (offerId: number, named: string, change: Partial<ConversionTrace> = {}): ConversionTrace => ({
  isLost: false,
  offerId,
  goal: named,
  clickedAtMs: 1_000,
  convertedAtMs: 2_000,
  ...change,
})
const stepsOf = (conversions: readonly ConversionTrace[], conversionsSinceMs?: number) => {
  const traces = { clicks: [], conversions, firstSeenAtMs: undefined, conversionsSinceMs }
  const { skippedSteps, takenSteps, expectedSkips } = describeActivity(traces, norms)
  return { skippedSteps, takenSteps, expectedSkips: expectedSkips && Math.round(expectedSkips * 100) / 100 }
}
const none = { skippedSteps: 0, takenSteps: 0, expectedSkips: undefined }

test('a ladder that was climbed is one goal with its step for each that has one, in whatever order they came', () => {
  const climbed = { skippedSteps: 0, takenSteps: 2, expectedSkips: 0.1 }
  const conversions = ['purchase', 'install', 'level-5'].map((name) => goal(1, name))
  assert.deepEqual(stepsOf(conversions), climbed)
  assert.deepEqual(stepsOf(conversions.toReversed()), climbed)
})

test('a goal that pays without the step before is skipped, once for all its transactions', () => {
  assert.deepEqual(stepsOf([goal(1, 'purchase')]), { skippedSteps: 1, takenSteps: 0, expectedSkips: 0.05 })
  const repeated = Array.from({ length: 30 }, () => goal(1, 'purchase'))
  assert.deepEqual(stepsOf(repeated), { skippedSteps: 1, takenSteps: 0, expectedSkips: 0.05 })
})

test('a step on another offer is none, and a step that was taken back is one', () => {
  assert.equal(stepsOf([goal(1, 'purchase'), goal(2, 'level-5'), goal(2, 'install')]).skippedSteps, 1)
  assert.equal(stepsOf([goal(1, 'purchase'), goal(1, 'level-5', { isLost: true })]).takenSteps, 1)
})

test('a claim skips nothing, and one that was confirmed is a step of what the network reports', () => {
  assert.deepEqual(stepsOf([goal(1, 'purchase', { isClaimed: true })]), none)
  const { skippedSteps, takenSteps } = stepsOf([goal(1, 'purchase'), goal(1, 'level-5', { isClaimed: true })])
  assert.deepEqual([skippedSteps, takenSteps], [0, 1])
})

test('goals whose steps may be forgotten, or of which nothing is usual, say nothing', () => {
  assert.deepEqual(stepsOf([goal(1, 'purchase')], 1_001), none)
  assert.deepEqual(stepsOf([goal(1, 'purchase', { clickedAtMs: undefined })], 0), none)
  assert.deepEqual(stepsOf([goal(9, 'purchase')]), none)
  assert.deepEqual(stepsOf([goal(1, 'level-99')]), none)
  assert.deepEqual(stepsOf([goal(1, '')]), none)
  const many = Array.from({ length: conversionsMax - 1 }, () => goal(2, ''))
  assert.deepEqual(stepsOf([goal(1, 'purchase', { clickedAtMs: 1_500 }), ...many]), none)
})

/** All that a score says of these conversions, in natural-log odds. */
function oddsOf(conversions: readonly ConversionTrace[]): number {
  const traces = { clicks: [], conversions, firstSeenAtMs: undefined }
  return logOddsOf(readShares({ systems: [], activity: describeActivity(traces, norms) }), shippedWeights)
}

test('one step that the network lost moves an honest user little, and many that were skipped move a fraud much', () => {
  const climbed = [1, 2, 3].flatMap((id) => ['install', 'level-5', 'purchase'].map((name) => goal(id, name)))
  const lost = climbed.toSpliced(1, 1)
  assert.ok(oddsOf(lost) - oddsOf(climbed) < 0.05, String(oddsOf(lost) - oddsOf(climbed)))
  const injected = [1, 2, 3, 4].map((id) => goal(id, 'purchase'))
  const asMany = [1, 2, 3, 4].map((id) => goal(id, 'install'))
  assert.ok(oddsOf(injected) - oddsOf(asMany) > 1, String(oddsOf(injected) - oddsOf(asMany)))
})

test('paid goals reported in the name of a victim move them no further than the weight of the sign', () => {
  const honest = [1, 2, 3].flatMap((id) => ['install', 'level-5'].map((name) => goal(id, name)))
  const framed = [1, 2, 3, 4].map((id) => goal(id + 4, 'purchase'))
  const four = makeOfferNorms(
    new Map(Array.from({ length: 8 }, (_, id) => [id + 1, offers])),
    new Map(Array.from({ length: 8 }, (_, id) => [id + 1, ladder])),
  )
  const sharesOf = (conversions: readonly ConversionTrace[]) =>
    readShares({
      systems: [],
      activity: describeActivity({ clicks: [], conversions, firstSeenAtMs: undefined }, four),
    })
  const [before, after] = [honest, [...honest, ...framed]].map((conversions) => sharesOf(conversions))
  assert.ok(before && after)
  const moved = logOddsOf(after, shippedWeights) - logOddsOf(before, shippedWeights)
  assert.ok(moved > 0 && moved < 1.2, String(moved))
})
