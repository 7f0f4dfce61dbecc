// Attacks on another's score from outside, by the shipped weights: each is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDevice, type DeviceLink } from '../devices/device-graph.ts'
import { dayMs, hourMs, minuteMs } from '../time/durations.ts'
import { clicksMax, describeActivity, type Traces } from './activity.ts'
import { readEvidence, type ServerFacts } from './evidence.ts'
import { makeOfferNorms, slotOf } from './offer-norms.ts'
import { comparePeers, type PeerKind, type PeerProfile, peerKinds } from './peers.ts'
import { scoreEvidence } from './score.ts'
import { shippedWeights } from './weights.ts'

const startMs = Date.UTC(2026, 9, 5, 17, 30)
const norms = makeOfferNorms(
  new Map(
    Array.from({ length: 40 }, (_, offerId) => {
      const bySlot = new Map([
        [slotOf(600), 100],
        [slotOf(3_600), 100],
      ])
      return [offerId, { clicks: 1_000, conversions: 200, lost: 10, paid: 20 * (1 + offerId), bySlot }]
    }),
  ),
)
/** Ten evenings of five clicks, and one of them each evening came to a conversion. */
const evenings = Array.from({ length: 10 }, (_, day) => startMs + day * dayMs)
const victim: Traces = {
  firstSeenAtMs: startMs,
  clicks: evenings.flatMap((atMs, day) =>
    [0, 40, 170, 200, 900].map((sec, index) => ({
      offerId: (day * 5 + index) % 40,
      country: 'DE',
      clickedAtMs: atMs + sec * 1_000,
    })),
  ),
  conversions: evenings.map((clickedAtMs) => ({
    isLost: false,
    offerId: 18,
    clickedAtMs,
    convertedAtMs: clickedAtMs + hourMs,
  })),
}
const scoreOf = (facts: ServerFacts): number =>
  100 * scoreEvidence(readEvidence({}, facts), shippedWeights).probability

const peer = (user: string, evidence: number, keys: Partial<PeerProfile['keys']>): PeerProfile => ({
  user,
  evidence,
  firstSeenAtMs: startMs,
  keys: { line: [], network: [], drawing: [], build: [], offers: [], choices: [], ...keys },
})
const everybody = Array.from({ length: 300 }, (_, index) => peer(`o${index}`, 0, {}))
const shared = {
  line: ['l'],
  network: ['n'],
  drawing: ['d'],
  build: ['b'],
  offers: ['1', '2'],
  choices: ['1', '2', '3'],
}
const framed = (kinds: readonly PeerKind[]) => {
  const keys = Object.fromEntries(kinds.map((kind) => [kind, shared[kind]]))
  const company = Array.from({ length: 200 }, (_, index) => peer(`c${index}`, 20, keys))
  return comparePeers([...everybody, ...company, peer('victim', 0, shared)]).get('victim')
}

test('a flood of clicks in somebody’s name moves their score by a bounded much, and never to where they are held', () => {
  const before = scoreOf({ activity: describeActivity(victim, norms) })
  const floods = {
    'one offer again and again': (index: number) => ({
      offerId: 3,
      clickedAtMs: startMs + 11 * dayMs + index * 5_000,
    }),
    'all offers': (index: number) => ({
      offerId: index % 40,
      clickedAtMs: startMs + 11 * dayMs + index * 30_000,
    }),
    'the best paid by night': (index: number) => ({
      offerId: 30 + (index % 10),
      country: 'DE',
      clickedAtMs: startMs + 11 * dayMs + index * 40 * minuteMs,
    }),
  }
  for (const [name, flood] of Object.entries(floods)) {
    const clicks = Array.from({ length: clicksMax }, (_, index) => flood(index))
    const after = scoreOf({ activity: describeActivity({ ...victim, clicks }, norms) })
    assert.ok(before < 5 && after < 50, `${name}: ${before} ${after}`)
  }
})

test('bad company brings nobody to where they are held, however much of it there is and whatever it shares with them', () => {
  for (const kind of peerKinds) {
    const score = scoreOf({ peers: framed([kind]), activity: describeActivity(victim, norms) })
    assert.ok(score < 20, `${kind}: ${score}`)
  }
  assert.ok(scoreOf({ peers: framed(peerKinds) }) < 65, `all: ${scoreOf({ peers: framed(peerKinds) })}`)
})

test('somebody’s hash, their offers and a flood in their name together do not reach the usual hold', () => {
  const links = new Map<string, DeviceLink>(
    Array.from({ length: 62 }, (_, index) => {
      const atMs = startMs + index * 1_000
      return [`a${index}`, { firstSeenAtMs: atMs, lastSeenAtMs: atMs, subnet: `site ${index}` }]
    }),
  )
  const clicks = Array.from({ length: clicksMax }, (_, index) => ({
    offerId: index % 40,
    clickedAtMs: startMs + 11 * dayMs + index * 30_000,
  }))
  const score = scoreOf({
    device: describeDevice(links, { user: 'victim', subnet: 'home', seenAtMs: startMs }),
    activity: describeActivity({ ...victim, clicks }, norms),
    peers: framed(['offers', 'choices']),
  })
  assert.ok(score < 85, String(score))
})
