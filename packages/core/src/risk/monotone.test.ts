// The whole engine at once, from what is sent to the answer: whatever is sent, a bad sign more never lowers a score, and
// what is left out never raises it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ConversionTrace, describeActivity, type Traces } from './activity.ts'
import { addressClasses } from './address-class.ts'
import { readEvidence, type ServerFacts } from './evidence.ts'
import { scoreEvidence } from './score.ts'
import { signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'
import { decideVerdict } from './verdict.ts'
import { readWeights, shippedWeights, type Weights } from './weights.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const numRuns = 500

const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/147.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36',
  'okhttp/4.12.0',
  'curl/8.0',
]
const isBot = (userAgent: string): boolean => /Headless|curl/.test(userAgent)

/** Data that no collector sends, and anybody can. */
const rubbish = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 1e308, -1, 0, '', ' ', '1e5', 'NaN', '💥', 'x'.repeat(2_000)),
  fc.array(fc.oneof(fc.double(), fc.string()), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('value', 'duration', 'renderer', 'platform'), fc.string(), { maxKeys: 3 }),
)
const mostly = <Value>(values: readonly Value[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...values).map((value) => ({ value, duration: 1 })) },
    { weight: 1, arbitrary: rubbish },
  )

const gpus = [
  'Apple GPU',
  'Mali-G57',
  'Intel Iris OpenGL Engine',
  'Google SwiftShader',
  'ANGLE (Intel, Direct3D11)',
  'ANGLE (Qualcomm, Adreno (TM) 690 Direct3D11)',
]
const screens = [
  '1920x1080',
  '390x844',
  '800x600',
  [600, 800],
  [1920, 1080],
  [1, 2, 3],
  [null, 5],
  '9 x 9 x 9',
]
const ratios = [1, 3, '2', 0, 1.5]
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Mars/Olympus', 'Etc/GMT+0']
const words = ['Windows', 'iOS', 'Android', 'macOS', 'Linux', 'Chrome OS', '?']

/** Every name of every fact, so that a submission says things twice and contradicts itself. */
const anyData = fc.record(
  {
    user_agent: mostly(userAgents),
    userAgent: mostly(userAgents),
    ua: mostly(userAgents),
    os: mostly(words),
    ua_platform: mostly(words),
    uaPlatform: mostly(words),
    userAgentData: fc.oneof(
      fc.record({ platform: mostly(words), mobile: mostly([true, false, 'true']) }, { requiredKeys: [] }),
      rubbish,
    ),
    ua_mobile: mostly([true, false, 'false']),
    platform: mostly(['Win32', 'iPhone', 'MacIntel', 'Linux armv81', 'PlayStation']),
    webgl_renderer: mostly(gpus),
    videoCard: fc.oneof(fc.record({ renderer: mostly(gpus) }), rubbish),
    webGlBasics: fc.record({ value: fc.record({ rendererUnmasked: mostly(gpus) }) }),
    resolution: mostly(screens),
    screenResolution: mostly(screens),
    dpr: mostly(ratios),
    devicePixelRatio: mostly(ratios),
    max_touch_points: mostly([0, 5, '0']),
    touchSupport: fc.record({ maxTouchPoints: mostly([0, 5]) }),
    timezone: mostly(zones),
    timeZone: mostly(zones),
    webdriver: mostly([true, false, 'true']),
  },
  { requiredKeys: [] },
)

const hourMs = 3_600_000
const anyConversion: fc.Arbitrary<ConversionTrace> = fc.record({
  isLost: fc.boolean(),
  clickedAtMs: fc.option(fc.integer({ min: 0, max: 48 * hourMs }), { nil: undefined }),
  convertedAtMs: fc.integer({ min: 0, max: 48 * hourMs }),
})
const anyClick = fc.record({ offerId: fc.nat(30), clickedAtMs: fc.integer({ min: 0, max: 48 * hourMs }) })
/** As often a flood as a few. */
const anyClicks = fc.oneof(
  fc.array(anyClick, { maxLength: 20 }),
  fc.array(anyClick, { minLength: 25, maxLength: 90, size: 'max' }),
)
const anyTraces: fc.Arbitrary<Traces> = fc.record({
  clicks: anyClicks,
  conversions: fc.array(anyConversion, { maxLength: 12 }),
  firstSeenAtMs: fc.integer({ min: 0, max: 48 * hourMs }),
})

const anyFacts: fc.Arbitrary<ServerFacts> = fc.record(
  {
    userAgent: fc.constantFrom(...userAgents),
    country: fc.constantFrom('DE', 'US', 'XK', 'ZZ'),
    isUnderReview: fc.boolean(),
    address: fc.record({
      asn: fc.option(fc.constant(64_500), { nil: undefined }),
      class: fc.constantFrom(undefined, ...addressClasses),
    }),
    user: fc.record({ newDevices: fc.nat(32), blockedDevices: fc.nat(2) }, { requiredKeys: ['newDevices'] }),
    isBot: fc.constant(isBot),
  },
  { requiredKeys: ['isBot'] },
)

/** Any that a file may hold, the mightiest and the meekest among them. */
const anyWeights: fc.Arbitrary<Weights> = fc
  .record({
    fraudShare: fc.double({ min: 0.0001, max: 0.9999, noNaN: true }),
    base: fc.double({ min: 0.0001, max: 0.9999, noNaN: true }),
    slope: fc.double({ min: 0.01, max: 10, noNaN: true }),
    offset: fc.double({ min: -20, max: 20, noNaN: true }),
    caps: fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 5, maxLength: 5 }),
    points: fc.array(fc.double({ min: 0, max: 20, noNaN: true }), {
      minLength: signals.length,
      maxLength: signals.length,
    }),
  })
  .map(({ fraudShare, base, slope, offset, caps, points }) =>
    readWeights({
      version: 'any',
      fraudShare,
      base,
      calibration: { slope, offset },
      caps: Object.fromEntries(signalGroups.map((group, index) => [group, caps[index]])),
      points: Object.fromEntries(signals.map(({ name }, index) => [name, points[index]])),
    }),
  )
const someWeights = fc.oneof(fc.constant(shippedWeights), anyWeights)
const anyShare = fc.option(fc.double({ min: 0.0001, max: 0.9999, noNaN: true }), { nil: undefined })

/** The log-odds: near 0 and 1 probabilities are too coarse to compare. */
function oddsOf(data: unknown, facts: ServerFacts, weights: Weights): number {
  const { probability, reasons } = scoreEvidence(readEvidence(data, facts), weights)
  assert.ok(probability >= 0 && probability <= 1)
  return reasons.reduce((sum, { points }) => sum + points, 0)
}

const assertNoLess = (one: number, other: number): void =>
  assert.ok(one >= other - 1e-9, `${one} is less than ${other}`)

/** Without one of its values, however deep. */
function without(value: unknown, at: number): { readonly rest: unknown; readonly left: number } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { rest: value, left: at }
  let left = at
  const rest: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    if (left === 0) {
      left = -1
      continue
    }
    const inner = without(member, left < 0 ? left : left - 1)
    left = inner.left
    rest[key] = inner.rest
  }
  return { rest, left }
}

test('whatever is sent: leaving out any value of it never raises the score', () => {
  const seen = countCases({ 'leaves something out': 0.3, 'lowers it': 0.05 })
  fc.assert(
    fc.property(anyData, anyFacts, fc.nat(30), someWeights, (data, facts, at, weights) => {
      const { rest, left } = without(data, at)
      const [all, less] = [oddsOf(data, facts, weights), oddsOf(rest, facts, weights)]
      assertNoLess(all, less)
      seen.note({ 'leaves something out': left < 0, 'lowers it': less < all - 1e-9 })
    }),
    { numRuns },
  )
  seen.assertOften()
})

/** Activity may speak for a user, and is never lacking: the server saw it. */
test('whatever is sent: a fact that the server lacks never raises the score', () => {
  const seen = countCases({ 'leaves something out': 0.3, 'lowers it': 0.05 })
  fc.assert(
    fc.property(anyData, anyFacts, anyTraces, fc.nat(6), (data, facts, traces, dropped) => {
      const rest = Object.fromEntries(Object.entries(facts).filter((_, index) => index !== dropped))
      const activity = describeActivity(traces)
      const [all, less] = [
        { ...facts, activity },
        { ...rest, activity },
      ]
      const [here, then] = [oddsOf(data, all, shippedWeights), oddsOf(data, less, shippedWeights)]
      assertNoLess(here, then)
      seen.note({
        'leaves something out': Object.keys(rest).length < Object.keys(facts).length,
        'lowers it': then < here - 1e-9,
      })
    }),
    { numRuns },
  )
  seen.assertOften()
})

/** Makes a conversion of a user suspect, or gives them another that is. */
const suspicions: Readonly<
  Record<string, (traces: Traces, one: ConversionTrace) => readonly ConversionTrace[]>
> = {
  'another that was lost': ({ conversions }, one) => [...conversions, { ...one, isLost: true }],
  'another that was too fast': ({ conversions }, one) => [
    ...conversions,
    { ...one, clickedAtMs: one.convertedAtMs - 1_000 },
  ],
  'another that was early': ({ conversions, firstSeenAtMs }, one) => [
    ...conversions,
    { ...one, convertedAtMs: (firstSeenAtMs ?? 0) + 1_000 },
  ],
  'one that is lost by now': ({ conversions }, { convertedAtMs }) => {
    const index = convertedAtMs % Math.max(1, conversions.length)
    return conversions.map((known, place) => (place === index ? { ...known, isLost: true } : known))
  },
}

for (const [name, suspect] of Object.entries(suspicions)) {
  test(`whatever a user has done: ${name} never lowers their score`, () => {
    const seen = countCases({ 'raises it': 0.05 })
    fc.assert(
      fc.property(anyTraces, anyConversion, someWeights, (traces, one, weights) => {
        const scoreOf = (conversions: readonly ConversionTrace[]): number =>
          oddsOf({}, { activity: describeActivity({ ...traces, conversions }) }, weights)
        const [before, after] = [scoreOf(traces.conversions), scoreOf(suspect(traces, one))]
        assertNoLess(after, before)
        seen.note({ 'raises it': after > before + 1e-9 })
      }),
      { numRuns },
    )
    seen.assertOften()
  })
}

test('whatever the weights: an answer is from 1 to 99, and 0 and 100 are the lists’', () => {
  const seen = countCases({ 'at the least': 0.05, 'at the most': 0.05, between: 0.1, 'of a share': 0.5 })
  fc.assert(
    fc.property(anyData, anyFacts, anyTraces, anyWeights, anyShare, (data, facts, traces, weights, share) => {
      const evidence = readEvidence(data, { ...facts, activity: describeActivity(traces) })
      const { probability } = scoreEvidence(evidence, weights, share)
      const tenthsFor = (listed: 'allow' | 'block' | 'review' | undefined): number =>
        decideVerdict({ listed, probability, autoBlockScore: null }).scoreTenths
      assert.ok(tenthsFor(undefined) >= 10 && tenthsFor(undefined) <= 990)
      assert.deepEqual([tenthsFor('allow'), tenthsFor('block')], [0, 1_000])
      assert.equal(tenthsFor('review'), tenthsFor(undefined))
      const tenths = tenthsFor(undefined)
      seen.note({
        'at the least': tenths === 10,
        'at the most': tenths === 990,
        between: tenths > 10 && tenths < 990,
        'of a share': share !== undefined,
      })
    }),
    { numRuns },
  )
  seen.assertOften()
})
