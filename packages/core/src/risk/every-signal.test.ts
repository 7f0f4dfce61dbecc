// Each signal by itself: one bad event more never lowers what it says, one honest event more never raises it, and in the
// cases that are drawn it has something to say. And of the whole score: of two events that differ only in what the signal
// reads, the bad one never leaves the lower one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { describeDevice, type DeviceLink, linkUser } from '../devices/device-graph.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { type ClickTrace, type ConversionTrace, describeActivity } from './activity.ts'
import type { AddressClass } from './address-class.ts'
import { readEvidence } from './evidence.ts'
import { makeOfferNorms, slotOf } from './offer-norms.ts'
import { comparePeers, type PeerKind, type PeerProfile } from './peers.ts'
import { logOddsOf, readShares } from './score.ts'
import { signals } from './signals/index.ts'
import { shippedWeights } from './weights.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36'
const desktopData = {
  user_agent: windows,
  platform: 'Win32',
  os: 'Windows',
  ua_mobile: false,
  resolution: '1920x1080',
  dpr: 1,
  webgl_renderer: 'ANGLE (Intel, Direct3D11)',
  max_touch_points: 0,
  timezone: 'Europe/Berlin',
  webdriver: false,
}
const phoneData = {
  user_agent: phone,
  platform: 'Linux armv81',
  os: 'Android',
  ua_mobile: true,
  resolution: '390x844',
  dpr: 3,
  webgl_renderer: 'Mali-G57',
  max_touch_points: 5,
  timezone: 'Europe/Berlin',
  webdriver: false,
}

/** Everything a score is made of, before it is read. */
interface Case {
  readonly data: Readonly<Record<string, unknown>>
  readonly addressClass: AddressClass | undefined
  readonly isUnderReview: boolean
  readonly clicks: readonly ClickTrace[]
  readonly conversions: readonly ConversionTrace[]
  readonly arrivals: readonly (readonly [line: string, atMs: number])[]
  readonly blocked: number
  readonly newDevices: number
  readonly alike: number
  /** Digests of how they described the device before. */
  readonly variants: readonly number[]
  readonly company: readonly PeerProfile[]
}

/** A Monday noon in Berlin; the user came then. */
const startMs = Date.UTC(2026, 9, 5, 10)
/** Offers of which no case has clicks. */
const poorOffers = [40, 41, 42, 43]
const richOffers = [44, 45, 46, 47]
/** One in twenty who reach a level was not reported to have installed. */
const install = { step: 'install', reached: 400, came: 385, reachedLately: 40, cameLately: 40 }
/** Each offer pays otherwise; half of the conversions take ten minutes, half an hour. */
const norms = makeOfferNorms(
  new Map(
    Array.from({ length: 48 }, (_, offerId) => {
      const bySlot = new Map([600, 3_600].map((sec) => [slotOf(sec), 100]))
      const paid = 20 * (poorOffers.includes(offerId) ? 1 : 1 + offerId)
      return [offerId, { clicks: 1_000, conversions: 200, lost: 10, paid, bySlot }]
    }),
  ),
  new Map(Array.from({ length: 48 }, (_, offerId) => [offerId, new Map([['level', [install]]])])),
)
const usualOffer = 18

const anyCase: fc.Arbitrary<Case> = fc.record({
  data: fc.constantFrom(desktopData, phoneData),
  addressClass: fc.constantFrom<AddressClass | undefined>(undefined, 'hosting', 'vpn'),
  isUnderReview: fc.constant(false),
  clicks: fc.array(
    fc.record({
      offerId: fc.nat(39),
      clickedAtMs: fc.integer({ min: startMs, max: startMs + dayMs }),
      country: fc.constant('DE'),
    }),
    { maxLength: 70, size: 'max' },
  ),
  conversions: fc.array(
    fc.record({
      isLost: fc.boolean(),
      offerId: fc.nat(39),
      goal: fc.constantFrom(undefined, 'install', 'level'),
      clickedAtMs: fc.integer({ min: startMs, max: startMs + dayMs }),
      convertedAtMs: fc.integer({ min: startMs + dayMs, max: startMs + 2 * dayMs }),
    }),
    { maxLength: 8 },
  ),
  arrivals: fc.array(fc.tuple(fc.constantFrom('own', 'b', 'c'), fc.integer({ min: 0, max: 3 * dayMs })), {
    maxLength: 4,
  }),
  blocked: fc.nat(1),
  newDevices: fc.nat(14),
  alike: fc.constant(0),
  variants: fc.array(fc.nat(12), { maxLength: 12, size: 'max' }),
  company: fc.array(
    fc.integer({ min: -2, max: 4 }).map((evidence) => peer('company', evidence)),
    { maxLength: 5 },
  ),
})

const everywhere = {
  line: ['l'],
  network: ['n'],
  drawing: ['d'],
  build: ['b'],
  offers: ['1'],
  choices: ['1', '2', '3'],
}
const nowhere = { line: [], network: [], drawing: [], build: [], offers: [], choices: [] }
const peer = (user: string, evidence: number, kind?: PeerKind): PeerProfile => ({
  user,
  evidence,
  firstSeenAtMs: 0,
  keys: kind === undefined ? everywhere : { ...nowhere, [kind]: everywhere[kind] },
})
/** Usual users share nothing with anybody. */
const others = Array.from(
  { length: 60 },
  (_, index): PeerProfile => ({ ...peer(`o${index}`, 0), keys: nowhere }),
)

function sharesOf(one: Case): Float64Array {
  const links = new Map<string, DeviceLink>(
    one.arrivals.map(([subnet, afterMs], index) => [
      `a${index}`,
      { firstSeenAtMs: startMs + afterMs, lastSeenAtMs: startMs + afterMs, subnet },
    ]),
  )
  const known = one.variants.reduce<DeviceLink | undefined>(
    (link, variant) => linkUser(link, { user: 'me', subnet: 'own', seenAtMs: startMs, variant }),
    undefined,
  )
  if (known) links.set('me', known)
  const company = one.company.map((each, index) => ({ ...each, user: `c${index}` }))
  const traces = { clicks: one.clicks, conversions: one.conversions, firstSeenAtMs: startMs }
  const evidence = readEvidence(one.data, {
    country: 'DE',
    isUnderReview: one.isUnderReview,
    isBot: (agent) => agent.includes('Headless'),
    address: { asn: 64_500, class: one.addressClass },
    device: {
      ...describeDevice(links, { user: 'me', subnet: 'own', seenAtMs: startMs }),
      blockedUsers: one.blocked,
    },
    user: { newDevices: one.newDevices, alikeNewcomers: one.alike },
    activity: describeActivity(traces, norms),
    peers: comparePeers([...others, ...company, peer('me', 0)]).get('me'),
  })
  return readShares(evidence)
}

type Step = (one: Case) => Case
const sends =
  (data: object): Step =>
  (one) => ({ ...one, data: { ...one.data, ...data } })
const isOn =
  (addressClass: AddressClass | undefined): Step =>
  (one) => ({ ...one, addressClass })
const arrives =
  (line: string, afterMs: number): Step =>
  (one) => ({ ...one, arrivals: [...one.arrivals, [line, afterMs]] })
const joins =
  (evidence: number, kind: PeerKind): Step =>
  (one) => ({
    ...one,
    company: [...one.company, peer('c', evidence, kind)],
  })
const clicks =
  (...given: readonly (Partial<ClickTrace> & { readonly afterMs: number })[]): Step =>
  (one) => {
    const lastMs = Math.max(startMs + 2 * dayMs, ...one.clicks.map(({ clickedAtMs }) => clickedAtMs))
    const more = given.map(({ afterMs, offerId = usualOffer }) => ({
      offerId,
      country: 'DE',
      clickedAtMs: lastMs + afterMs,
    }))
    return { ...one, clicks: [...one.clicks, ...more] }
  }
/** As others convert: later than half of them, days after they came. */
const converts =
  (change: Partial<ConversionTrace>): Step =>
  (one) => {
    const usual = {
      isLost: false,
      offerId: usualOffer,
      clickedAtMs: startMs + dayMs,
      convertedAtMs: startMs + dayMs + 900_000,
    }
    return { ...one, conversions: [...one.conversions, { ...usual, ...change }] }
  }
const both =
  (...steps: readonly Step[]): Step =>
  (one) =>
    steps.reduce((now, step) => step(now), one)
const describes =
  (variant: number): Step =>
  (one) => ({ ...one, variants: [...one.variants, variant] })
const nothing: Step = (one) => one
/** A visit of one click, hours after anything else, at an hour of Berlin. */
const at =
  (hour: number): Step =>
  (one) => {
    const days = Math.max(
      3,
      ...one.clicks.map(({ clickedAtMs }) => Math.ceil((clickedAtMs - startMs) / dayMs)),
    )
    const clickedAtMs = startMs + (days + 1) * dayMs + (hour - 12) * hourMs
    return { ...one, clicks: [...one.clicks, { offerId: 200 + days, country: 'DE', clickedAtMs }] }
  }
const inTheEvening = at(19.5)
const gapsOf = (...gapsSec: readonly number[]): Step => {
  const times = [dayMs]
  for (const sec of gapsSec) times.push((times.at(-1) ?? 0) + sec * 1_000)
  return clicks(...times.map((afterMs) => ({ afterMs })))
}

/** A click that follows the last visit's by what is usual of the user's own, or e to the given power more or less. */
const followsBy =
  (off: number): Step =>
  (one) => {
    const times = one.clicks.map(({ clickedAtMs }) => clickedAtMs).sort((a, b) => a - b)
    const gaps = times
      .map((timeMs, index) => timeMs - (times[index - 1] ?? 0))
      .filter((gapMs) => gapMs < 1_800_000)
    const mean = gaps.reduce((sum, gapMs) => sum + Math.log(1 + gapMs / 1_000), 0) / Math.max(1, gaps.length)
    const sign = mean > 5 ? -1 : 1
    return gapsOf(Math.exp((gaps.length === 0 ? 4 : mean) + sign * off) - 1)(one)
  }

/** Groups and signals of which a bad event makes the whole score no lower. Others are rates: they dilute each other. */
const isWhole: ReadonlySet<string> = new Set([
  ...['environment', 'inconsistency', 'graph', 'peers'],
  ...['fast_conversions', 'early_conversions', 'reversed_conversions', 'review_list'],
])
const numRuns = 100

const assertNoLess = (one = 0, other = 0): void =>
  assert.ok(one >= other - 1e-9, `${one} is less than ${other}`)

/** By signal: an event that speaks for it, and one that an honest user has. */
const events: Readonly<Record<string, readonly [bad: Step, honest: Step]>> = {
  webdriver: [sends({ webdriver: true }), sends({ webdriver: false })],
  bot_user_agent: [sends({ userAgent: `${windows} HeadlessChrome/147.0.0.0` }), nothing],
  stealth_gpu: [sends({ videoCard: { renderer: 'Intel Iris OpenGL Engine' } }), nothing],
  software_gpu: [sends({ videoCard: { renderer: 'Google SwiftShader' } }), nothing],
  software_gpu_on_phone: [sends({ ...phoneData, webgl_renderer: 'Google SwiftShader' }), nothing],
  headless_screen: [sends({ screenResolution: '800x600' }), sends({ screenResolution: '1920x1080' })],
  gpu_mismatch: [sends({ videoCard: { renderer: 'Apple GPU' } }), nothing],
  platform_mismatch: [sends({ platform: 'iPhone' }), nothing],
  system_name_mismatch: [sends({ ua_platform: 'iOS' }), nothing],
  phone_with_desktop_screen: [sends({ ...phoneData, resolution: '1920x1080', dpr: 1 }), nothing],
  phone_without_touch: [sends({ ...phoneData, max_touch_points: 0 }), nothing],
  timezone_mismatch: [sends({ timezone: 'Asia/Tokyo' }), sends({ timezone: 'Europe/Berlin' })],
  universal_time: [sends({ ...desktopData, timezone: 'UTC' }), sends({ timezone: 'Europe/Berlin' })],
  hosting_address: [isOn('hosting'), isOn(undefined)],
  vpn_address: [isOn('vpn'), isOn(undefined)],
  tor_address: [isOn('tor'), isOn(undefined)],
  relay_address: [isOn('relay'), isOn(undefined)],
  hosted_machine: [
    both(isOn('hosting'), sends({ videoCard: { renderer: 'Google SwiftShader' } })),
    isOn(undefined),
  ],
  new_users: [arrives('own', 600_000), arrives('own', 4 * dayMs)],
  co_located_users: [arrives('own', 600_000), arrives('elsewhere', 4 * dayMs)],
  blocked_neighbours: [(one) => ({ ...one, blocked: one.blocked + 1 }), arrives('own', 4 * dayMs)],
  alike_newcomers: [(one) => ({ ...one, alike: one.alike + 5 }), nothing],
  many_devices: [(one) => ({ ...one, newDevices: one.newDevices + 1 }), nothing],
  fast_conversions: [converts({ convertedAtMs: startMs + dayMs + 2_000 }), converts({})],
  click_flood: [
    clicks(...Array.from({ length: 40 }, (_, index) => ({ afterMs: index * 60_000 }))),
    converts({}),
  ],
  dense_clicks: [
    clicks(...Array.from({ length: 60 }, (_, index) => ({ afterMs: index * 20_000 }))),
    inTheEvening,
  ],
  repeated_clicks: [clicks({ afterMs: 1, offerId: 3 }, { afterMs: 2, offerId: 3 }), inTheEvening],
  high_conversion_share: [converts({}), inTheEvening],
  early_conversions: [
    converts({ clickedAtMs: startMs + 1_000, convertedAtMs: startMs + 700_000 }),
    converts({}),
  ],
  reversed_conversions: [converts({ isLost: true }), converts({})],
  review_list: [(one) => ({ ...one, isUnderReview: true }), nothing],
  hasty_conversions: [converts({ convertedAtMs: startMs + dayMs + 30_000 }), converts({})],
  delayed_conversions: [converts({ convertedAtMs: startMs + 4 * dayMs }), converts({})],
  changing_data: [describes(99), nothing],
  skipped_steps: [
    converts({ offerId: 44, goal: 'level' }),
    both(converts({ offerId: 45, goal: 'install' }), converts({ offerId: 45, goal: 'level' })),
  ],
  hurried_clicks: [gapsOf(4, 4, 4, 4), gapsOf(40, 90)],
  even_clicks: [followsBy(0), followsBy(2)],
  suspect_line: [joins(4, 'line'), joins(-2, 'line')],
  suspect_network: [joins(4, 'network'), joins(-2, 'network')],
  suspect_drawing: [joins(4, 'drawing'), joins(-2, 'drawing')],
  suspect_build: [joins(4, 'build'), joins(-2, 'build')],
  suspect_offers: [joins(4, 'offers'), joins(-2, 'offers')],
  suspect_choices: [joins(4, 'choices'), joins(-2, 'choices')],
  lucrative_offers: [
    clicks(...[39, 38, 37, 36].map((offerId) => ({ afterMs: dayMs, offerId }))),
    clicks({ afterMs: dayMs, offerId: 0 }),
  ],
  odd_hours: [at(7.5), inTheEvening],
}

const flood = (gapSec: number, pauseSec = gapSec): Step =>
  clicks(
    ...Array.from({ length: 60 }, (_, index) => ({
      afterMs: dayMs + 1_000 * (index * gapSec + (index < 30 ? 0 : pauseSec)),
      country: undefined,
    })),
  )
const clicksOn = (...offerIds: readonly number[]): Step =>
  clicks(...offerIds.map((offerId, index) => ({ afterMs: dayMs + index * 60_000, offerId })))
/** Its click is so long ago that it is not counted any more. */
const convertsLate = converts({ clickedAtMs: startMs - dayMs, convertedAtMs: startMs - dayMs + 900_000 })
const convertsAfter = (sec: number): Step =>
  converts({ clickedAtMs: startMs + 1_000, convertedAtMs: startMs + 1_000 * sec })
/** Where the two events above differ in more than what the signal reads: a rate has two numbers, and time passes. */
const twins: Readonly<Record<string, readonly [bad: Step, honest: Step]>> = {
  ...events,
  click_flood: [flood(60), both(flood(60), ...Array.from({ length: 8 }, () => convertsLate))],
  dense_clicks: [flood(20, 1_860), flood(20, 3_700)],
  repeated_clicks: [
    clicksOn(...poorOffers, ...Array.from({ length: 8 }, () => 40)),
    clicksOn(...poorOffers, ...poorOffers, ...poorOffers),
  ],
  high_conversion_share: [both(inTheEvening, converts({})), both(inTheEvening, convertsLate)],
  early_conversions: [convertsAfter(890), convertsAfter(910)],
  skipped_steps: [
    both(converts({ offerId: 44, goal: 'install' }), converts({ offerId: 45, goal: 'level' })),
    both(converts({ offerId: 44, goal: 'install' }), converts({ offerId: 44, goal: 'level' })),
  ],
  hurried_clicks: [gapsOf(9.999, 9.999, 9.999), gapsOf(10.001, 10.001, 10.001)],
  lucrative_offers: [clicksOn(...richOffers), clicksOn(...poorOffers)],
}
const differsMin = 1e-3

for (const [index, { name }] of signals.entries()) {
  test(`${name}: of two events that differ in what it reads, the bad one never leaves the lower whole score`, () => {
    const [bad = nothing, honest = nothing] = twins[name] ?? []
    const seen = countCases({ 'says more of the bad one': 0.04 })
    fc.assert(
      fc.property(anyCase, (one) => {
        const [worse, better] = [bad, honest].map((step) => sharesOf(step(one)))
        assert.ok(worse && better)
        assertNoLess(logOddsOf(worse, shippedWeights) + differsMin, logOddsOf(better, shippedWeights))
        seen.note({ 'says more of the bad one': (worse[index] ?? 0) > (better[index] ?? 0) })
      }),
      { numRuns: numRuns / 2 },
    )
    seen.assertOften()
  })
}

test('every signal has an event that speaks for it and one that does not', () => {
  assert.deepEqual(Object.keys(events).sort(), signals.map(({ name }) => name).sort())
})

for (const [index, { name, group }] of signals.entries()) {
  test(`${name}: a bad event never makes it say less, and an honest one never more`, () => {
    const [bad = nothing, honest = nothing] = events[name] ?? []
    let spoke = 0
    fc.assert(
      fc.property(anyCase, (one) => {
        const [before, worse, better] = [one, bad(one), honest(one)].map(sharesOf)
        assert.ok(before && worse && better)
        assertNoLess(worse[index], before[index])
        assertNoLess(before[index], better[index])
        if (isWhole.has(name) || isWhole.has(group)) {
          assertNoLess(logOddsOf(worse, shippedWeights), logOddsOf(before, shippedWeights))
        }
        if ((worse[index] ?? 0) > 0) spoke += 1
      }),
      { numRuns },
    )
    assert.ok(spoke >= numRuns / 25, `${name} spoke in ${spoke} of ${numRuns} cases`)
  })
}
