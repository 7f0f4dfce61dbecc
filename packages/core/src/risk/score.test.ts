import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Evidence, readEvidence, type ServerFacts } from './evidence.ts'
import { scoreEvidence } from './score.ts'
import { signalGroups } from './signal.ts'
import { signals } from './signals/index.ts'
import { shippedWeights } from './weights.ts'

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
    newUsers: fc.nat(63),
    lines: fc.integer({ min: 0, max: 64 }),
    withoutLine: fc.nat(64),
    coLocatedUsers: fc.nat(63),
    isNewUser: fc.boolean(),
  })
  .map(({ users, newUsers, lines, withoutLine, coLocatedUsers, isNewUser }) => ({
    users,
    newUsers: Math.min(users, newUsers + 1),
    isNewUser,
    coLocatedUsers: Math.min(users - 1, coLocatedUsers),
    linesKnown: Math.min(users, lines),
    usersWithoutLine: Math.min(users - Math.min(users, lines), withoutLine),
  }))

const anyFacts: fc.Arbitrary<ServerFacts> = fc.record(
  {
    userAgent: fc.constantFrom(iphone, android, windows, headless),
    country: fc.constantFrom('DE', 'US', 'XK'),
    isUnderReview: fc.boolean(),
    device: anyDevice,
    isBot: fc.constant((userAgent: string) => userAgent === headless),
  },
  { requiredKeys: [] },
)

test('without any evidence the score is the prior', () => {
  assert.ok(Math.abs(score(readEvidence(undefined, {})) - shippedWeights.prior) < 1e-12)
  assert.deepEqual(scoreEvidence(readEvidence({}, {}), shippedWeights).reasons, [])
})

test('the sample of the contract costs nothing', () => {
  const evidence = readEvidence({ resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }, {})
  assert.deepEqual(scoreEvidence(evidence, shippedWeights).reasons, [])
})

test('leaving out what the client says never raises the score', () => {
  fc.assert(
    fc.property(anyData, anyFacts, fc.array(fc.nat(10), { minLength: 1 }), (data, facts, dropped) => {
      const keys = Object.keys(data)
      const gone = new Set(dropped.map((index) => keys[index]))
      const rest = Object.fromEntries(Object.entries(data).filter(([key]) => !gone.has(key)))
      assert.ok(score(readEvidence(rest, facts)) <= score(readEvidence(data, facts)) + 1e-12)
    }),
    { numRuns: 2_000 },
  )
})

test('a fact that the server does not have never raises the score', () => {
  fc.assert(
    fc.property(anyData, anyFacts, fc.nat(4), (data, facts, dropped) => {
      const rest = Object.fromEntries(Object.entries(facts).filter((_, index) => index !== dropped))
      assert.ok(score(readEvidence(data, rest)) <= score(readEvidence(data, facts)) + 1e-12)
    }),
    { numRuns: 2_000 },
  )
})

/** Each makes one thing worse and leaves the rest. */
const worse: Readonly<Record<string, (evidence: Evidence) => Evidence>> = {
  webdriver: (evidence) => ({ ...evidence, isAutomated: true }),
  'a bot': (evidence) => ({ ...evidence, isBot: true }),
  'a review list': (evidence) => ({ ...evidence, isUnderReview: true }),
  'a second User-Agent': (evidence) => ({ ...evidence, systems: [...evidence.systems, 'ios'] }),
  'no touch': (evidence) => ({ ...evidence, touchPointsMax: 0 }),
  'a foreign country': (evidence) => ({ ...evidence, timezone: 'Asia/Tokyo', country: 'BR' }),
  'another new user of a known line': (evidence) => {
    const { device } = evidence
    if (!device) return evidence
    return { ...evidence, device: { ...device, users: device.users + 1, newUsers: device.newUsers + 1 } }
  },
  'another user on the same line': (evidence) => {
    const { device } = evidence
    if (!device) return evidence
    const { users, coLocatedUsers } = device
    return { ...evidence, device: { ...device, users: users + 1, coLocatedUsers: coLocatedUsers + 1 } }
  },
}

for (const [sign, add] of Object.entries(worse)) {
  test(`${sign} never lowers the score`, () => {
    fc.assert(
      fc.property(anyData, anyFacts, (data, facts) => {
        const evidence = readEvidence(data, facts)
        // A zone that hid the country before gave other points for that.
        if (sign === 'a foreign country' && evidence.timezone === 'UTC') return
        assert.ok(score(add(evidence)) >= score(evidence) - 1e-12)
      }),
      { numRuns: 500 },
    )
  })
}

test('where every share is at least as large, so is the score', () => {
  fc.assert(
    fc.property(anyData, anyData, anyFacts, anyFacts, (data, otherData, facts, otherFacts) => {
      const [one, other] = [readEvidence(data, facts), readEvidence(otherData, otherFacts)]
      const isWorse = signals.every((signal) => (signal.read(other) ?? 0) >= (signal.read(one) ?? 0))
      if (isWorse) assert.ok(score(other) >= score(one) - 1e-12)
    }),
    { numRuns: 5_000 },
  )
})

test('the reasons add up to the score, strongest first, and no group exceeds its cap', () => {
  fc.assert(
    fc.property(anyData, anyFacts, (data, facts) => {
      const { probability, reasons } = scoreEvidence(readEvidence(data, facts), shippedWeights)
      const points = reasons.map((reason) => reason.points)
      const z =
        Math.log(shippedWeights.prior / (1 - shippedWeights.prior)) + points.reduce((a, b) => a + b, 0)
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
      }
    }),
  )
})

test('calibration stretches and shifts the log-odds', () => {
  const evidence = readEvidence({ webdriver: true }, {})
  const z = Math.log(0.04 / 0.96) + 4
  const { probability } = scoreEvidence(evidence, {
    ...shippedWeights,
    calibration: { slope: 0.5, offset: 1 },
  })
  assert.ok(Math.abs(probability - 1 / (1 + Math.exp(-(0.5 * z + 1)))) < 1e-12)
})

test('the shipped weights name every signal and no other, and none is negative', () => {
  assert.deepEqual(Object.keys(shippedWeights.points).toSorted(), signals.map(({ name }) => name).toSorted())
  assert.ok(Object.values(shippedWeights.points).every((points) => points > 0))
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
