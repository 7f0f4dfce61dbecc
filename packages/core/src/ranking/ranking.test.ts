import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { boundEvidence } from './bound-evidence.ts'
import type { AppEvidence, OfferEvidence } from './evidence.ts'
import { evidenceDays, matureDays, weighDays } from './evidence-days.ts'
import { planOrders } from './plan-orders.ts'
import { drawBeta, seededDraw } from './random.ts'
import { rankOffers } from './rank-offers.ts'
import { type Cell, RankingModel } from './ranking-model.ts'

const us: Cell = { country: 'US', platform: 'ios' }
const audience = { country: 'US', platform: 'ios' } as const

interface Offer {
  readonly id: number
  readonly payoutMicros: number
}

/** The ids of offers in their order, the given list being in any. */
function rank(offers: readonly Offer[], model: RankingModel, { cell = us, variant = 0 } = {}): number[] {
  const byId = offers.map((_, index) => index).sort((a, b) => (offers[a]?.id ?? 0) - (offers[b]?.id ?? 0))
  const data = {
    size: offers.length,
    ids: offers.map(({ id }) => id),
    payoutMicros: offers.map(({ payoutMicros }) => payoutMicros),
    indexById: byId,
  }
  const steps = rankOffers(model, data, { cell, variant, stepOffers: 7 })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return [...step.value].map((index) => offers[index]?.id ?? 0)
}

function row(offerId: number, counts: Partial<OfferEvidence> = {}): OfferEvidence {
  const nothing = { impressions: 0, shownClicks: 0, clicks: 0, earners: 0, payoutMicros: 0 }
  return { offerId, ...audience, ...nothing, ...counts }
}

/** Few enough that what is known is often of an offer that is listed. */
const ids = fc.integer({ min: 1, max: 60 })
const offers: fc.Arbitrary<Offer[]> = fc.uniqueArray(
  fc.record({
    id: ids,
    payoutMicros: fc.integer({ min: 0, max: 9_000_000 }),
  }),
  { selector: ({ id }) => id, maxLength: 40, size: 'max' },
)
const evidence: fc.Arbitrary<OfferEvidence[]> = fc.array(
  fc
    .record({
      offerId: ids,
      country: fc.constantFrom('US', 'DE'),
      impressions: fc.nat(5_000),
      shownClicks: fc.nat(6_000),
      clicks: fc.nat(3_000),
      earners: fc.nat(4_000),
      payoutMicros: fc.nat(1e9),
    })
    .map((given) => ({ ...given, platform: 'ios' as const })),
  { maxLength: 30, size: 'max' },
)

test('each offer stands in a ranking once, in the same place under the same seed, however the list was ordered', () => {
  const seen = countCases({ 'has several': 0.5, 'knows one of them': 0.3 })
  fc.assert(
    fc.property(offers, evidence, fc.string(), fc.nat(3), (all, known, seed, variant) => {
      const isKnown = known.some(
        ({ offerId, country }) => country === us.country && all.some(({ id }) => id === offerId),
      )
      seen.note({ 'has several': all.length > 1, 'knows one of them': isKnown })
      const order = rank(all, new RankingModel(known, seed), { variant })
      assert.deepEqual([...order].sort(), all.map(({ id }) => id).sort())
      assert.deepEqual(rank([...all].reverse(), new RankingModel(known, seed), { variant }), order)
      // Another offer moves nobody past anybody else.
      const [gone, ...left] = all
      if (gone === undefined) return
      assert.deepEqual(
        rank(left, new RankingModel(known, seed), { variant }),
        order.filter((id) => id !== gone.id),
      )
    }),
    { numRuns: 150 },
  )
  seen.assertOften()
})

test('other seeds and variants draw anew', () => {
  const all = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, payoutMicros: 1_000_000 }))
  const orders = ['a', 'b'].flatMap((seed) =>
    [0, 1].map((variant) =>
      rank(all, new RankingModel([row(1, { clicks: 500, earners: 50 })], seed), { variant }).join(),
    ),
  )
  assert.equal(new Set(orders).size, 4)
})

test('an offer that earns more per impression comes first when both are well known, whatever it pays', () => {
  const rich = { id: 1, payoutMicros: 10_000_000 }
  const poor = { id: 2, payoutMicros: 500_000 }
  const known = [
    row(1, { impressions: 20_000, shownClicks: 400, clicks: 400, earners: 2, payoutMicros: 20_000_000 }),
    row(2, {
      impressions: 20_000,
      shownClicks: 2_000,
      clicks: 2_000,
      earners: 400,
      payoutMicros: 200_000_000,
    }),
  ]
  for (let seed = 0; seed < 50; seed += 1)
    assert.deepEqual(rank([rich, poor], new RankingModel(known, `s${seed}`)), [2, 1])
})

test('an offer that nobody has seen comes first now and then, one that is known to fail does not', () => {
  const busy = { impressions: 5_000, shownClicks: 300, clicks: 300 }
  const known = [row(1, { ...busy, earners: 36, payoutMicros: 36_000_000 }), row(2, { ...busy, earners: 0 })]
  const all = [1, 2, 3].map((id) => ({ id, payoutMicros: 1_000_000 }))
  const firsts = Array.from({ length: 400 }, (_, seed) => rank(all, new RankingModel(known, `s${seed}`))[0])
  const share = (id: number): number => firsts.filter((first) => first === id).length / firsts.length
  assert.ok(share(3) > 0.03 && share(3) < 0.5, `${share(3)} of the new one`)
  assert.ok(share(2) < 0.02, `${share(2)} of the failing one`)
})

test('beyond a free weight an app weighs at most as much as all others, and its rates stay', () => {
  const flood: AppEvidence = { ...row(1, { impressions: 1_000_000, clicks: 1_000, earners: 500 }), appId: 1 }
  const honest: AppEvidence = { ...row(1, { impressions: 5_000, clicks: 400, earners: 4 }), appId: 2 }
  const [bound] = boundEvidence([flood, honest])
  assert.ok(Math.abs((bound?.impressions ?? 0) - 10_000) < 1e-6)
  assert.ok(Math.abs((bound?.earners ?? 0) - (4 + 500 * 0.005)) < 1e-6)
  const [alone] = boundEvidence([{ ...honest, impressions: 1_500 }])
  assert.equal(alone?.impressions, 1_500)
})

test('clicks whose conversions cannot be known yet do not count as failures', () => {
  // Half are credited within some minutes, half after about a week.
  const mature = matureDays([
    { slot: 30, credits: 50 },
    { slot: 59, credits: 50 },
  ])
  assert.equal(mature.length, evidenceDays)
  assert.equal(mature[0], 0.5)
  assert.equal(mature.at(-1), 1)
  assert.deepEqual(matureDays([]), Array(evidenceDays).fill(1))
  assert.ok(weighDays().every((weight, day, all) => day === 0 || weight < (all[day - 1] ?? 0)))
})

test('draws from a Beta distribution have its mean and spread', () => {
  for (const [a, b] of [
    [0.4, 3],
    [2, 8],
    [300, 100],
  ] as const) {
    const draw = seededDraw(`${a} ${b}`)
    const drawn = Array.from({ length: 20_000 }, () => drawBeta(draw, a, b))
    const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length
    const variance = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / drawn.length
    const expected = (a * b) / ((a + b) ** 2 * (a + b + 1))
    assert.ok(Math.abs(mean - a / (a + b)) < 0.01, `mean ${mean}`)
    assert.ok(Math.abs(variance / expected - 1) < 0.1, `variance ${variance} for ${expected}`)
  }
})

test('orders take bounded memory, whatever the catalogue and its audiences', () => {
  const countries = Array.from({ length: 300 }, (_, index) => `C${index}`)
  const known = countries.map((country) => ({ ...row(1, { clicks: 5_000, earners: 10 }), country }))
  const model = new RankingModel(known, 'seed')
  for (const size of [10, 10_000, 100_000]) {
    const { cells, variants } = planOrders(model, ['desktop', 'android', 'ios'], size)
    assert.ok(cells.length >= 3 && variants >= 1)
    assert.ok(cells.length * variants * size <= 800_000, `${cells.length} × ${variants} × ${size}`)
    assert.deepEqual(planOrders(model, ['desktop', 'android', 'ios'], size), { cells, variants })
  }
})
