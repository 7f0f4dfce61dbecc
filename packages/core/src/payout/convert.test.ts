import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { type ExchangeTerms, convertToLocal, type Rounding } from './convert.ts'

for (const [payoutMicros, rateMicros, decimals, rounding, localMicros] of [
  [1_000_000, 100_000_000, 2, 'half_up', 100_000_000], // 1 USD at 100 coins
  [12_345, 1_000_000, 2, 'half_up', 10_000], // 0.012345 → 0.01
  [15_000, 1_000_000, 2, 'half_up', 20_000], // 0.015 → 0.02: a half goes up
  [14_999, 1_000_000, 2, 'half_up', 10_000],
  [15_000, 1_000_000, 2, 'floor', 10_000],
  [10_001, 1_000_000, 2, 'ceil', 20_000],
  [10_000, 1_000_000, 2, 'ceil', 10_000],
  [-15_000, 1_000_000, 2, 'half_up', -20_000],
  [-15_000, 1_000_000, 2, 'floor', -10_000],
  [-10_001, 1_000_000, 2, 'ceil', -20_000],
  [-1, 1_000_000, 2, 'half_up', 0],
  [333_333, 3_000_000, 0, 'half_up', 1_000_000], // 0.999999 → 1
  [1, 1, 6, 'ceil', 1],
  [1, 1, 6, 'half_up', 0],
  [150_000_000, 1_234_567_891, 6, 'half_up', 185_185_183_650],
  [5_000_000, 0, 2, 'half_up', 0],
] as const) {
  test(`${payoutMicros} at ${rateMicros}, ${decimals} decimals, ${rounding}: ${localMicros}`, () => {
    const local = convertToLocal({ payoutMicros, rateMicros, decimals, rounding })
    assert.ok(Object.is(local, localMicros), `got ${local}`)
  })
}

/** The same rule written another way: a rational number, shifted by half a step or a whole one, then cut. */
function oracle({ payoutMicros, rateMicros, decimals, rounding }: ExchangeTerms): bigint {
  const step = 10n ** BigInt(6 - decimals)
  const divisor = 1_000_000n * step
  const shift: Record<Rounding, bigint> = { floor: 0n, ceil: divisor - 1n, half_up: divisor / 2n }
  const size = BigInt(payoutMicros < 0 ? -payoutMicros : payoutMicros) * BigInt(rateMicros)
  const local = ((size + shift[rounding]) / divisor) * step
  return payoutMicros < 0 ? -local : local
}

const safeMax = 9_007_199_254_740_991n

/** An amount beyond the exact numbers becomes the last one that the currency can show. */
function bounded(value: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(6 - decimals)
  const most = (safeMax / step) * step
  return value > most ? most : value < -most ? -most : value
}

/** Returns the exact amount before it is bounded. */
function agrees(conversion: ExchangeTerms): bigint {
  const exact = oracle(conversion)
  assert.equal(BigInt(convertToLocal(conversion)), bounded(exact, conversion.decimals))
  return exact
}

const decimals = fc.integer({ min: 0, max: 6 })
const rounding = fc.constantFrom<Rounding>('half_up', 'floor', 'ceil')

test('conversion equals an independent BigInt oracle over the whole range', () => {
  const rateMicros = fc.oneof(fc.maxSafeNat(), fc.integer({ min: 0, max: 2_000_000_000 }))
  const payoutMicros = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }))
  const seen = countCases({ 'is exact': 0.1, 'is bounded': 0.2, 'is below zero': 0.1, 'is rounded': 0.1 })
  fc.assert(
    fc.property(fc.record({ payoutMicros, rateMicros, decimals, rounding }), (conversion) => {
      const exact = agrees(conversion)
      const isBounded = bounded(exact, conversion.decimals) !== exact
      const product = BigInt(conversion.payoutMicros) * BigInt(conversion.rateMicros)
      seen.note({
        'is exact': exact !== 0n && !isBounded,
        'is bounded': isBounded,
        'is below zero': exact < 0n,
        'is rounded': !isBounded && exact * 1_000_000n !== product,
      })
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

test('the fast path and the exact one agree on both sides of the last safe product', () => {
  const near = fc.integer({ min: 1, max: 90_000_000 }).chain((payoutMicros) => {
    const edge = Math.floor(Number.MAX_SAFE_INTEGER / payoutMicros)
    const rateMicros = fc.integer({
      min: Math.max(0, edge - 3),
      max: Math.min(Number.MAX_SAFE_INTEGER, edge + 3),
    })
    return fc.record({ payoutMicros: fc.constant(payoutMicros), rateMicros, decimals, rounding })
  })
  const seen = countCases({ 'is within': 0.2, 'is beyond': 0.2 })
  fc.assert(
    fc.property(near, (conversion) => {
      agrees(conversion)
      const isWithin = BigInt(conversion.payoutMicros) * BigInt(conversion.rateMicros) <= safeMax
      seen.note({ 'is within': isWithin, 'is beyond': !isWithin })
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

test('exact halves and their neighbours round as promised', () => {
  const half = fc.record({
    steps: fc.integer({ min: 0, max: 4000 }),
    off: fc.integer({ min: -1, max: 1 }),
    decimals,
  })
  const seen = countCases({ 'is a half': 0.1, 'is just below': 0.05, 'is just above': 0.05 })
  fc.assert(
    fc.property(half, rounding, ({ steps, off, decimals: shown }, rule) => {
      const step = 10 ** (6 - shown)
      const payoutMicros = Math.max(0, steps * step + Math.floor(step / 2) + off)
      agrees({ payoutMicros, rateMicros: 1_000_000, decimals: shown, rounding: rule })
      const twice = (2 * payoutMicros) % (2 * step)
      seen.note({
        'is a half': twice === step,
        'is just below': twice === step - 2,
        'is just above': twice === step + 2,
      })
    }),
  )
  seen.assertOften()
})

test('a reversal takes back exactly what was given', () => {
  const given = fc.record({
    payoutMicros: fc.integer({ min: 0, max: 1_000_000_000 }),
    rateMicros: fc.integer({ min: 0, max: 2_000_000_000 }),
    decimals,
    rounding,
  })
  fc.assert(
    fc.property(given, (conversion) => {
      const back = convertToLocal({ ...conversion, payoutMicros: -conversion.payoutMicros })
      assert.equal(convertToLocal(conversion) + back, 0)
    }),
  )
})

test('a conversion that makes no sense is refused, not guessed', () => {
  const good: ExchangeTerms = { payoutMicros: 1, rateMicros: 1, decimals: 2, rounding: 'half_up' }
  for (const bad of [
    { payoutMicros: 0.5 },
    { payoutMicros: Number.NaN },
    { payoutMicros: 2 ** 53 },
    { rateMicros: -1 },
    { rateMicros: 1.5 },
    { decimals: 7 },
    { decimals: -1 },
    { decimals: 1.5 },
  ]) {
    assert.throws(() => convertToLocal({ ...good, ...bad }), RangeError)
  }
})
