import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Activity } from './activity.ts'
import { type AddressClass, addressClasses } from './address-class.ts'
import type { DeviceFacts } from '../devices/device-graph.ts'
import { type Evidence, readEvidence, type ServerFacts } from './evidence.ts'
import { logit, scoreEvidence } from './score.ts'
import { signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'
import { readWeights, shippedWeights, type Weights } from './weights.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const score = (evidence: Evidence): number => scoreEvidence(evidence, shippedWeights).probability

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/147.0.0.0 Safari/537.36'

/** Half of it fits together and half does not. */
const anyData = fc.record(
  {
    resolution: fc.constantFrom('1920x1080', '390x844', '800x600', '1080x1920'),
    os: fc.constantFrom('Windows', 'iOS', 'Android', 'Linux', 'Unknown'),
    user_agent: fc.constantFrom(iphone, android, windows, headless),
    platform: fc.constantFrom('Win32', 'iPhone', 'MacIntel', 'Linux armv81'),
    ua_platform: fc.constantFrom('Windows', 'Android', 'macOS', ''),
    ua_mobile: fc.boolean(),
    webgl_renderer: fc.constantFrom(
      'Apple GPU',
      'Mali-G57',
      'Intel Iris OpenGL Engine',
      'SwiftShader',
      'Direct3D11',
    ),
    max_touch_points: fc.constantFrom(0, 5),
    dpr: fc.constantFrom(1, 3),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Mars/Olympus'),
    webdriver: fc.boolean(),
  },
  { requiredKeys: [] },
)

const anyDevice = fc
  .record({
    users: fc.integer({ min: 1, max: 64 }),
    here: fc.nat(63),
    elsewhere: fc.nat(63),
    subnets: fc.integer({ min: 0, max: 64 }),
    withoutSubnet: fc.nat(64),
    coLocatedUsers: fc.nat(63),
    blockedUsers: fc.option(fc.nat(3), { nil: undefined }),
  })
  .map(({ users, here, elsewhere, subnets, withoutSubnet, coLocatedUsers, blockedUsers }) => ({
    users,
    arrivedWithHere: Math.min(users - 1, here / 2),
    arrivedWithElsewhere: Math.min(users - 1, elsewhere),
    coLocatedUsers: Math.min(users - 1, coLocatedUsers),
    prefixesKnown: Math.min(users, subnets),
    usersWithoutSubnet: Math.min(users - Math.min(users, subnets), withoutSubnet),
    blockedUsers,
    settledUsers: Math.floor(users / 2),
    settledPrefixes: Math.min(Math.floor(users / 2), subnets),
    settledWithoutSubnet: 0,
    settledDays: withoutSubnet % 6,
  }))

const anyActivity = fc.record({
  clicks: fc.nat(200),
  ownClicks: fc.nat(200),
  clicksInHour: fc.nat(200),
  clicksOnOffer: fc.nat(20),
  conversions: fc.nat(20),
  convertedClicks: fc.nat(20),
  fastConversions: fc.nat(5),
  earlyConversions: fc.nat(5),
  reversedConversions: fc.nat(5),
  plainConversions: fc.nat(20),
  expectedConversions: fc.option(fc.double({ min: 0, max: 60, noNaN: true }), { nil: undefined }),
  expectedLost: fc.option(fc.double({ min: 0, max: 60, noNaN: true }), { nil: undefined }),
  haste: fc.option(fc.double({ min: -5, max: 20, noNaN: true }), { nil: undefined }),
  delay: fc.option(fc.double({ min: -5, max: 20, noNaN: true }), { nil: undefined }),
  followedClicks: fc.nat(100),
  hurriedClicks: fc.nat(100),
  gapSquares: fc.double({ min: 0, max: 60, noNaN: true }),
  timedVisits: fc.nat(40),
  eveningLean: fc.double({ min: -40, max: 40, noNaN: true }),
  skippedSteps: fc.nat(2),
  takenSteps: fc.nat(9),
  expectedSkips: fc.option(fc.double({ min: 0, max: 9, noNaN: true }), { nil: undefined }),
  knownOffers: fc.nat(40),
  offerWorth: fc.double({ min: -60, max: 60, noNaN: true }),
})

const anyFacts: fc.Arbitrary<ServerFacts> = fc.record(
  {
    userAgent: fc.constantFrom(iphone, android, windows, headless),
    country: fc.constantFrom('DE', 'US', 'XK'),
    isUnderReview: fc.boolean(),
    address: fc.record({
      asn: fc.constant(64_500),
      class: fc.constantFrom<AddressClass | undefined>(undefined, ...addressClasses),
    }),
    device: anyDevice,
    user: fc.record({ newDevices: fc.nat(32) }),
    activity: anyActivity,
    isBot: fc.constant((userAgent: string) => userAgent === headless),
  },
  { requiredKeys: [] },
)

const plain: Weights = { ...shippedWeights, calibration: { slope: 1, offset: 0 } }

test('without any evidence the score is the base', () => {
  assert.ok(Math.abs(scoreEvidence(readEvidence(undefined, {}), plain).probability - plain.base) < 1e-12)
  assert.ok(score(readEvidence(undefined, {})) < 0.055)
  assert.deepEqual(scoreEvidence(readEvidence({}, {}), shippedWeights).reasons, [])
})

test('the sample of the contract costs nothing', () => {
  const evidence = readEvidence({ resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }, {})
  assert.deepEqual(scoreEvidence(evidence, shippedWeights).reasons, [])
})

/**
 * Saying that it is an iPhone explains why strangers have its hash, so that whoever leaves this out is not excused. All
 * else that is left out must not cost anything.
 */
function asBuildOf({ isCommonBuild, otherReadings }: Evidence, less: Evidence): Evidence {
  const isExcused = isCommonBuild || otherReadings?.some((other) => other.isCommonBuild)
  if (!isExcused) return less
  const excuse = (evidence: Evidence): Evidence => ({ ...evidence, isCommonBuild: true })
  const others = less.otherReadings?.map(excuse)
  return { ...excuse(less), otherReadings: others }
}

test('leaving out what the client says never raises the score', () => {
  const seen = countCases({ 'leaves something out': 0.5, 'lowers it': 0.1 })
  fc.assert(
    fc.property(anyData, anyFacts, fc.array(fc.nat(10), { minLength: 1 }), (data, facts, dropped) => {
      const keys = Object.keys(data)
      const gone = new Set(dropped.map((index) => keys[index]))
      const rest = Object.fromEntries(Object.entries(data).filter(([key]) => !gone.has(key)))
      const evidence = readEvidence(data, facts)
      const [all, less] = [score(evidence), score(asBuildOf(evidence, readEvidence(rest, facts)))]
      assert.ok(less <= all + 1e-12)
      const isLess = Object.keys(rest).length < keys.length
      seen.note({ 'leaves something out': isLess, 'lowers it': less < all - 1e-12 })
    }),
    { numRuns: 2_000 },
  )
  seen.assertOften()
})

test('a fact that the server does not have never raises the score', () => {
  const seen = countCases({ 'leaves something out': 0.3, 'lowers it': 0.1 })
  fc.assert(
    fc.property(anyData, anyFacts, fc.nat(7), (data, facts, dropped) => {
      const rest = Object.fromEntries(Object.entries(facts).filter((_, index) => index !== dropped))
      const evidence = readEvidence(data, facts)
      const [all, less] = [score(evidence), score(asBuildOf(evidence, readEvidence(data, rest)))]
      assert.ok(less <= all + 1e-12)
      const isLess = Object.keys(rest).length < Object.keys(facts).length
      seen.note({ 'leaves something out': isLess, 'lowers it': less < all - 1e-12 })
    }),
    { numRuns: 2_000 },
  )
  seen.assertOften()
})

function withDevice(evidence: Evidence, change: (device: DeviceFacts) => Partial<DeviceFacts>): Evidence {
  const { device } = evidence
  return device ? { ...evidence, device: { ...device, ...change(device) } } : evidence
}

function withActivity(evidence: Evidence, change: (activity: Activity) => Partial<Activity>): Evidence {
  const { activity } = evidence
  return activity ? { ...evidence, activity: { ...activity, ...change(activity) } } : evidence
}

/** Each makes one thing worse and leaves the rest. */
const worse: Readonly<Record<string, (evidence: Evidence) => Evidence>> = {
  webdriver: (evidence) => ({ ...evidence, isAutomated: true }),
  'a bot': (evidence) => ({ ...evidence, isBot: true }),
  'a review list': (evidence) => ({ ...evidence, isUnderReview: true }),
  'a second User-Agent': (evidence) => ({ ...evidence, systems: [...evidence.systems, 'ios'] }),
  'no touch': (evidence) => ({ ...evidence, touchPointsMax: 0 }),
  'a foreign country': (evidence) => ({
    ...evidence,
    timezone: 'Asia/Tokyo',
    country: 'BR',
    address: { asn: undefined, class: undefined, ...evidence.address },
  }),
  'a second User-Agent of a phone': (evidence) => ({ ...evidence, isPhone: true }),
  'a stealth plug-in': (evidence) => ({ ...evidence, systems: [...evidence.systems, 'linux'] }),
  'another blocked neighbour': (evidence) =>
    withDevice(evidence, ({ blockedUsers = 0 }) => ({ blockedUsers: blockedUsers + 1 })),
  'another new device': (evidence) => ({
    ...evidence,
    user: { newDevices: (evidence.user?.newDevices ?? 0) + 1 },
  }),
  'another click on the same offer, in the same hour': (evidence) =>
    withActivity(
      evidence,
      ({ clicks, ownClicks, clicksInHour, clicksOnOffer, convertedClicks, conversions }) => ({
        // A click more makes a smaller share of conversions, and that is no bad sign taken away.
        clicks: conversions === 0 && convertedClicks === 0 ? clicks + 1 : clicks,
        ownClicks: ownClicks + 1,
        clicksInHour: clicksInHour + 1,
        clicksOnOffer: clicksOnOffer + 1,
      }),
    ),
  'a conversion that was too fast instead of slow': (evidence) =>
    withActivity(evidence, ({ fastConversions }) => ({ fastConversions: fastConversions + 1 })),
  'a conversion that was early instead of late': (evidence) =>
    withActivity(evidence, ({ earlyConversions }) => ({ earlyConversions: earlyConversions + 1 })),
  'a reversed conversion instead of an approved one': (evidence) =>
    withActivity(evidence, ({ reversedConversions }) => ({ reversedConversions: reversedConversions + 1 })),
  'another arrival on the same line': (evidence) =>
    withDevice(evidence, ({ users, arrivedWithHere, coLocatedUsers }) => ({
      users: users + 1,
      arrivedWithHere: arrivedWithHere + 1,
      coLocatedUsers: coLocatedUsers + 1,
    })),
  'another conversion of the same clicks': (evidence) =>
    withActivity(evidence, ({ convertedClicks }) => ({ convertedClicks: convertedClicks + 1 })),
  'another user on the same line': (evidence) =>
    withDevice(evidence, ({ users, coLocatedUsers }) => ({
      users: users + 1,
      coLocatedUsers: coLocatedUsers + 1,
    })),
}

/** Signals that cost nothing in the shipped weights cost something here, or what they say would not be asked about. */
const counted: Weights = {
  ...shippedWeights,
  points: Object.fromEntries(
    Object.entries(shippedWeights.points).map(([name, points]) => [name, points || 0.5]),
  ),
}
const scoreOfAll = (evidence: Evidence): number => scoreEvidence(evidence, counted).probability

for (const [sign, add] of Object.entries(worse)) {
  test(`${sign} never lowers the score`, () => {
    const seen = countCases({ 'raises it': 0.03 })
    fc.assert(
      fc.property(anyData, anyFacts, (data, facts) => {
        const evidence = readEvidence(data, facts)
        // A zone that hid the country before gave other points for that.
        if (sign === 'a foreign country' && evidence.timezone === 'UTC') return
        const [before, after] = [scoreOfAll(evidence), scoreOfAll(add(evidence))]
        assert.ok(after >= before - 1e-12)
        seen.note({ 'raises it': after > before + 1e-12 })
      }),
      { numRuns: 500 },
    )
    seen.assertOften()
  })
}

test('where every share is at least as large, so is the score', () => {
  const seen = countCases({ 'is as large': 0.3, 'is larger': 0.3 })
  fc.assert(
    fc.property(anyData, anyFacts, fc.subarray(Object.values(worse)), (data, facts, changes) => {
      const one = readEvidence(data, facts)
      const other = changes.reduce((evidence, add) => add(evidence), one)
      const isWorse = signals.every((signal) => (signal.read(other) ?? 0) >= (signal.read(one) ?? 0))
      if (isWorse) assert.ok(score(other) >= score(one) - 1e-12)
      seen.note({ 'is as large': isWorse, 'is larger': isWorse && score(other) > score(one) + 1e-12 })
    }),
    { numRuns: 5_000 },
  )
  seen.assertOften()
})

test('the reasons add up to the score, strongest first, and no group exceeds its cap', () => {
  const seen = countCases({ 'has many reasons': 0.3, 'meets a cap': 0.02 })
  fc.assert(
    fc.property(anyData, anyFacts, (data, facts) => {
      const { probability, reasons } = scoreEvidence(readEvidence(data, facts), plain)
      const state = { isCapped: false }
      const points = reasons.map((reason) => reason.points)
      const z = logit(plain.base) + points.reduce((a, b) => a + b, 0)
      assert.ok(Math.abs(1 / (1 + Math.exp(-z)) - probability) < 1e-9)
      assert.deepEqual(
        points,
        points.toSorted((a, b) => b - a),
      )
      for (const group of signalGroups) {
        const names = signals.filter((signal) => signal.group === group).map(({ name }) => name)
        const sum = reasons
          .filter(({ code }) => names.includes(code))
          .reduce((total, { points }) => total + points, 0)
        assert.ok(sum <= shippedWeights.caps[group] + 1e-9, group)
        state.isCapped ||= sum >= shippedWeights.caps[group] - 1e-9
      }
      seen.note({ 'has many reasons': reasons.length > 1, 'meets a cap': state.isCapped })
    }),
  )
  seen.assertOften()
})

test('calibration stretches and shifts the log-odds', () => {
  const evidence = readEvidence({ webdriver: true }, {})
  const z = logit(shippedWeights.base) + (shippedWeights.points['webdriver'] ?? 0)
  const { probability } = scoreEvidence(evidence, {
    ...shippedWeights,
    calibration: { slope: 0.5, offset: 1 },
  })
  assert.ok(Math.abs(probability - 1 / (1 + Math.exp(-(0.5 * z + 1)))) < 1e-12)
})

test('the shipped weights name every signal and no other, and none is negative', () => {
  assert.deepEqual(Object.keys(shippedWeights.points).toSorted(), signals.map(({ name }) => name).toSorted())
  assert.ok(Object.values(shippedWeights.points).every((points) => points >= 0))
})

test('a headless browser driven by a program is fraud, more likely than not', () => {
  const isBot = (userAgent: string): boolean => userAgent === headless
  assert.ok(score(readEvidence({ user_agent: headless }, { isBot })) > 0.5)
  assert.ok(score(readEvidence({ user_agent: headless, webdriver: true }, { isBot })) > 0.85)
})

test('a bot is not saved by an honest User-Agent sent along, and a native app is no bot', () => {
  const isBot = (userAgent: string): boolean => userAgent === headless || userAgent.startsWith('okhttp/')
  assert.equal(readEvidence({ user_agent: headless }, { userAgent: windows, isBot }).isBot, true)
  assert.equal(readEvidence({ user_agent: android }, { userAgent: 'okhttp/4.12.0', isBot }).isBot, false)
})

test('an app with another share of fraud shifts the log-odds by the difference', () => {
  const evidence = readEvidence({ webdriver: true }, {})
  const common = scoreEvidence(evidence, shippedWeights, 0.5).probability
  const rare = scoreEvidence(evidence, shippedWeights, 0.01).probability
  assert.ok(Math.abs(logit(common) - logit(rare) - (logit(0.5) - logit(0.01))) < 1e-9)
  const same = scoreEvidence(evidence, shippedWeights, shippedWeights.fraudShare).probability
  assert.ok(Math.abs(same - score(evidence)) < 1e-12)
})

test('a weights file is read whole, and every mistake in it is named', () => {
  assert.deepEqual(readWeights(JSON.parse(JSON.stringify(shippedWeights))), shippedWeights)
  const broken = { ...shippedWeights, version: '', base: 2, points: { webdriver: -1, made_up: 1 } }
  assert.throws(
    () => readWeights(broken),
    /version must .*points\.made_up is no signal.*base must .*points\.webdriver must/,
  )
  assert.throws(() => readWeights(null), /points must name signals/)
})
