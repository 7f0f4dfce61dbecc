import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ClickVelocity } from './click-velocity.ts'
import type { ClickFacts } from './click-signs.ts'
import {
  type BehaviourRisk,
  judgeClick,
  judgeConversion,
  noteClick,
  readClickNote,
} from './behaviour-risk.ts'
import type { ConversionFacts } from './conversion-signs.ts'
import { RecentCounts } from './recent-counts.ts'
import { countCases } from '../../../../../test/support/count-cases.ts'

const calm: ClickFacts = {
  userClicksInHour: 3,
  offerClicksInDay: 1,
  subnetClicksInHour: 20,
  deviceClicksInHour: 5,
}
const flood: ClickFacts = { ...calm, userClicksInHour: 150, deviceClicksInHour: 150 }
const plain: ConversionFacts = { user: { lost: 0, plain: 0 } }

const pointsOf = (behaviourRisk: BehaviourRisk | null): number => behaviourRisk?.points ?? 0

test('ordinary behaviour says nothing', () => {
  assert.equal(judgeClick(calm, 85), null)
  const facts = {
    creditSec: 300,
    ...plain,
    deviceScore: 0.02,
    offer: { fastSec: 60, clicks: 1000, conversions: 50 },
    source: { clicks: 200, conversions: 12, lost: 0 },
  }
  assert.equal(judgeConversion(facts, { click: null, holdScore: 85 }), null)
})

test('a flood is held by itself, and so is what it earns; with the threshold off nothing is', () => {
  const click = judgeClick(flood, 85)
  assert.equal(click?.verdict, 'hold')
  assert.deepEqual(
    click?.reasons.map(({ code }) => code),
    ['user_click_flood', 'device_click_flood'],
  )
  assert.equal(judgeConversion(plain, { click, holdScore: 85 })?.verdict, 'hold')
  assert.equal(judgeConversion(plain, { click, holdScore: null })?.verdict, 'accept')
})

test('an instant conversion alone is noted and not held; many doubts together are', () => {
  const fast = judgeConversion({ creditSec: 1, ...plain }, { click: null, holdScore: 85 })
  assert.equal(fast?.verdict, 'accept')
  const user = { lost: 3, plain: 0, expectedLost: 0.2 }
  const doubts = { creditSec: 1, user, offer: { fastSec: 120, clicks: 900, conversions: 90 } }
  assert.equal(judgeConversion(doubts, { click: null, holdScore: 85 })?.verdict, 'hold')
})

test('a time is judged by the offer’s own: what is usual there is no sign', () => {
  const at = (creditSec: number, fastSec?: number) =>
    pointsOf(
      judgeConversion(
        { creditSec, ...plain, offer: { fastSec, clicks: 900, conversions: 90 } },
        { click: null, holdScore: 85 },
      ),
    )
  assert.equal(at(5, 2), 0)
  assert.ok(at(5) > 0)
  assert.ok(at(5, 30) > at(20, 30))
  assert.equal(at(30, 30), 0)
  assert.equal(at(-4, 30), 0)
})

test('reversals are a rate against what is usual: of two hundred two are nothing, and of nine seven are told as such', () => {
  const judge = (user: ConversionFacts['user']) => judgeConversion({ user }, { click: null, holdScore: 85 })
  assert.equal(judge({ lost: 2, plain: 198, expectedLost: 8 }), null)
  assert.ok(pointsOf(judge({ lost: 2, plain: 198 })) < 0.1)
  const [reason] = judge({ lost: 7, plain: 2, expectedLost: 0.45 })?.reasons ?? []
  assert.equal(reason?.code, 'reversed_conversions')
  assert.ok((reason?.points ?? 0) > 3)
  assert.equal(
    reason?.detail,
    '7 of 9 conversions came back reversed or rejected; usual on these offers is 1 of 20',
  )
})

/** As often what people do as what programs do. */
const upTo = (max: number) => fc.oneof(fc.nat(Math.ceil(max / 30)), fc.nat(max))
const anyClickFacts = fc.record({
  userClicksInHour: upTo(500),
  offerClicksInDay: upTo(100),
  subnetClicksInHour: upTo(3000),
  deviceClicksInHour: upTo(1000),
})

const anyConversionFacts = fc.record({
  creditSec: fc.option(fc.integer({ min: -10, max: 4000 }), { nil: undefined }),
  user: fc.record({
    lost: fc.oneof(fc.constant(0), fc.nat(6)),
    plain: fc.nat(60),
    expectedLost: fc.option(fc.double({ min: 0, max: 6, noNaN: true }), { nil: undefined }),
  }),
  deviceScore: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  offer: fc.option(
    fc.record({
      fastSec: fc.nat(600),
      clicks: fc.integer({ min: 1, max: 100_000 }),
      conversions: fc.nat(1000),
    }),
    { nil: undefined },
  ),
  source: fc.option(fc.record({ clicks: fc.nat(10_000), conversions: fc.nat(500), lost: upTo(500) }), {
    nil: undefined,
  }),
})

test('more of a bad sign never lowers the score of a click', () => {
  const anyMore = fc.record({
    userClicksInHour: fc.nat(200),
    offerClicksInDay: fc.nat(50),
    subnetClicksInHour: fc.nat(900),
    deviceClicksInHour: fc.nat(300),
  })
  const seen = countCases({ 'costs points': 0.3, 'costs more': 0.2 })
  fc.assert(
    fc.property(anyClickFacts, anyMore, (facts, more) => {
      const worse = {
        userClicksInHour: facts.userClicksInHour + more.userClicksInHour,
        offerClicksInDay: facts.offerClicksInDay + more.offerClicksInDay,
        subnetClicksInHour: facts.subnetClicksInHour + more.subnetClicksInHour,
        deviceClicksInHour: facts.deviceClicksInHour + more.deviceClicksInHour,
      }
      const [here, then] = [facts, worse].map((one) => pointsOf(judgeClick(one, 85))) as [number, number]
      assert.ok(then >= here)
      seen.note({ 'costs points': here > 0, 'costs more': then > here })
    }),
  )
  seen.assertOften()
})

test('more of a bad sign never lowers the score of a conversion, and less data never raises it', () => {
  const seen = countCases({
    'a source': 0.5,
    'its source speaks': 0.2,
    'its haste speaks': 0.02,
    'a click speaks': 0.3,
  })
  fc.assert(
    fc.property(anyConversionFacts, anyClickFacts, (facts, clicked) => {
      const click = judgeClick(clicked, 85)
      const score = (given: ConversionFacts, of: BehaviourRisk | null = click) =>
        pointsOf(judgeConversion(given, { click: of, holdScore: 85 }))
      const here = score(facts)
      const { lost, plain: standing, expectedLost } = facts.user
      // One more that others lose as often as this one was lost, at most; and one that stands.
      const worse = { lost: lost + 1, plain: standing, expectedLost: expectedLost && expectedLost + 1 }
      assert.ok(score({ ...facts, user: worse }) >= here - 1e-9)
      const better = { lost, plain: standing + 1, expectedLost: expectedLost && expectedLost + 0.05 }
      assert.ok(score({ ...facts, user: better }) <= here + 1e-9)
      assert.ok(score({ ...facts, deviceScore: Math.min(1, (facts.deviceScore ?? 0) + 0.2) }) >= here)
      if (facts.creditSec !== undefined && facts.creditSec > 0)
        assert.ok(score({ ...facts, creditSec: facts.creditSec / 2 }) >= here)
      if (facts.source !== undefined)
        assert.ok(score({ ...facts, source: { ...facts.source, lost: facts.source.lost + 5 } }) >= here)
      assert.ok(score({ ...facts, creditSec: undefined }) <= here)
      assert.ok(score({ ...facts, deviceScore: undefined }) <= here)
      assert.ok(score({ ...facts, source: undefined }) <= here)
      assert.ok(score({ ...facts, ...plain }) <= here)
      assert.ok(score(facts, null) <= here)
      seen.note({
        'a source': facts.source !== undefined,
        'its source speaks': score({ ...facts, source: undefined }) < here,
        'its haste speaks': score({ ...facts, creditSec: undefined }) < here,
        'a click speaks': score(facts, null) < here,
      })
    }),
  )
  seen.assertOften()
})

test('reasons add up to the points, and the score is their probability', () => {
  const seen = countCases({ 'is judged': 0.7, 'is held': 0.1, 'is accepted': 0.1, 'has many reasons': 0.3 })
  fc.assert(
    fc.property(anyConversionFacts, anyClickFacts, (facts, clicked) => {
      const behaviourRisk = judgeConversion(facts, { click: judgeClick(clicked, 85), holdScore: 85 })
      seen.note({
        'is judged': behaviourRisk !== null,
        'is held': behaviourRisk?.verdict === 'hold',
        'is accepted': behaviourRisk?.verdict === 'accept',
        'has many reasons': (behaviourRisk?.reasons.length ?? 0) > 1,
      })
      if (behaviourRisk === null) return
      const sum = behaviourRisk.reasons.reduce((all, { points }) => all + points, 0)
      assert.ok(Math.abs(sum - behaviourRisk.points) < 0.1)
      assert.ok(behaviourRisk.scoreTenths >= 10 && behaviourRisk.scoreTenths <= 990)
      assert.equal(behaviourRisk.verdict, behaviourRisk.scoreTenths >= 850 ? 'hold' : 'accept')
    }),
  )
  seen.assertOften()
})

test('a click’s note says what its judgement does, in a few bytes; what is no note says nothing', () => {
  const seen = countCases({ 'says something': 0.5, 'would be held': 0.1, 'of an app that holds nobody': 0.1 })
  fc.assert(
    fc.property(anyClickFacts, fc.option(fc.integer({ min: 1, max: 100 })), (facts, holdScore) => {
      const note = noteClick(facts, holdScore)
      seen.note({
        'says something': note !== null,
        'would be held': note?.startsWith('h') === true,
        'of an app that holds nobody': holdScore === null,
      })
      assert.deepEqual(readClickNote(note), judgeClick(facts, holdScore))
      assert.ok((note ?? '').length <= 20)
    }),
  )
  seen.assertOften()
  for (const text of ['', 'h', 'x1,2,3,4', 'h1,2,3', null, undefined]) assert.equal(readClickNote(text), null)
})

test('counts are those of a plain list, as long as there is room', () => {
  const anyTimes = fc.array(fc.tuple(fc.nat(3), fc.nat(30)), { maxLength: 80 })
  fc.assert(
    fc.property(anyTimes, fc.integer({ min: 0, max: 0xffffffff }), (notes, seed) => {
      const counts = new RecentCounts({ buckets: 6, bucketMs: 10, slots: 4096, seed })
      const seen: { key: string; bucket: number }[] = []
      let atMs = 1_000_000
      for (const [key, passedMs] of notes) {
        atMs += passedMs
        const bucket = Math.floor(atMs / 10)
        seen.push({ key: `k${key}`, bucket })
        const expected = seen.filter((one) => one.key === `k${key}` && one.bucket > bucket - 6).length
        assert.equal(counts.note(`k${key}`, atMs), expected)
      }
    }),
  )
})

test('memory is bounded, and who is crowded out counts from 1 again', () => {
  const counts = new RecentCounts({ buckets: 2, bucketMs: 1000, slots: 8, seed: 7 })
  for (let key = 0; key < 10_000; key += 1) assert.ok(counts.note(`key ${key}`, 5000) >= 1)
  assert.ok(counts.note('key 0', 5000) <= 2)
})

test('counts do not overflow', () => {
  const counts = new RecentCounts({ buckets: 1, bucketMs: 1000, slots: 4, seed: 7 })
  let last = 0
  for (let made = 0; made < 70_000; made += 1) last = counts.note('one', 5000)
  assert.equal(last, 0xffff)
})

const oneClick = {
  appId: 1,
  isTest: false,
  offerId: 7,
  userId: 'u',
  userAgent: 'A',
  isUnsigned: false,
  clickedAtMs: 1_000_000_000,
}

test('users, apps, modes and offers are counted apart; private addresses are nobody’s line', () => {
  const velocity = new ClickVelocity(1)
  const click = { ...oneClick, address: '8.8.8.8' }
  velocity.note(click)
  assert.deepEqual(velocity.note(click), {
    userClicksInHour: 2,
    offerClicksInDay: 2,
    subnetClicksInHour: 2,
    deviceClicksInHour: 2,
  })
  const other = velocity.note({ ...click, userId: 'v', userAgent: 'B', address: '8.8.8.9' })
  assert.deepEqual(other, {
    userClicksInHour: 1,
    offerClicksInDay: 1,
    subnetClicksInHour: 3,
    deviceClicksInHour: 1,
  })
  assert.equal(velocity.note({ ...click, isTest: true }).userClicksInHour, 1)
  assert.equal(velocity.note({ ...click, appId: 2 }).userClicksInHour, 1)
  for (const address of ['10.0.0.1', '10.0.0.1', '192.168.1.7', '127.0.0.1', 'fd00::1', null]) {
    const { subnetClicksInHour, deviceClicksInHour } = velocity.note({ ...click, address })
    assert.deepEqual([subnetClicksInHour, deviceClicksInHour], [0, 0], String(address))
  }
})

test('each line answers for its own clicks in a user’s name', () => {
  const velocity = new ClickVelocity(1)
  const click = oneClick
  for (let made = 0; made < 300; made += 1) velocity.note({ ...click, address: '9.9.9.9' })
  const own = velocity.note({ ...click, address: '8.8.8.8' })
  assert.deepEqual([own.userClicksInHour, own.offerClicksInDay], [1, 1])
  const next = velocity.note({ ...click, address: '9.9.9.10' })
  assert.deepEqual([next.userClicksInHour, next.offerClicksInDay], [301, 301])
})

test('unsigned links of an app that signs them are counted apart from the user’s signed ones, on the same line', () => {
  const velocity = new ClickVelocity(1)
  const click = { ...oneClick, address: '9.9.9.9' }
  for (let made = 0; made < 300; made += 1) velocity.note({ ...click, isUnsigned: true })
  const own = velocity.note(click)
  assert.deepEqual([own.userClicksInHour, own.offerClicksInDay, own.subnetClicksInHour], [1, 1, 301])
  assert.equal(velocity.note({ ...click, isUnsigned: true }).userClicksInHour, 301)
})

test('a clock that ran ahead and was set right leaves no counts that never end', () => {
  const counts = new RecentCounts({ buckets: 12, bucketMs: 300_000, slots: 64, seed: 7 })
  const dayMs = 86_400_000
  const nowMs = 1_790_812_843_000
  for (let made = 0; made < 50; made += 1) counts.note('ahead', nowMs + 365 * dayMs)
  assert.equal(counts.note('ahead', nowMs), 1)
  assert.equal(counts.note('ahead', nowMs + 2 * 3_600_000), 1)
  // Set back by less than the window it counts on: the same clicks may be told of for longer, never more of them.
  for (let made = 0; made < 5; made += 1) counts.note('a little', nowMs)
  assert.equal(counts.note('a little', nowMs - 600_000), 6)
})

test('slots that a clock ahead of its time has filled give way like others', () => {
  const counts = new RecentCounts({ buckets: 2, bucketMs: 1000, slots: 4, seed: 7 })
  for (let key = 0; key < 100; key += 1) counts.note(`ahead ${key}`, 1_000_000_000)
  counts.note('regular', 5000)
  for (let key = 0; key < 3; key += 1) counts.note(`another ${key}`, 5000)
  assert.equal(counts.note('regular', 5000), 2)
})
