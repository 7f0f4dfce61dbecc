import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatId } from '../tracking/click-id.ts'
import type { Conversion } from './conversion.ts'
import { type ClaimedCompletion, type ClaimSituation, makeClaim } from './make-claim.ts'
import { confirmReviewed, expireClaim, refuseReviewed } from './review-claim.ts'

const usd = 1_000_000
const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 21, 12)
const id = (fill: number) => formatId(nowMs, new Uint8Array(8).fill(fill))

const completion: ClaimedCompletion = {
  appId: 1,
  userId: 'user-42',
  offerId: 12,
  isTest: false,
  goal: '',
  transactionId: null,
  idempotencyKey: null,
  amountMicros: null,
}

const situation: ClaimSituation = {
  click: { clickId: id(1), subId: 'banner', country: 'DE', platform: 'android' },
  offer: {
    networkId: 3,
    payoutMicros: usd,
    payoutShareBasisPoints: null,
    revenueMicros: 1.5 * usd,
    isRepeatable: false,
    attributionWindowSec: 30 * 86_400,
    deadlineSec: null,
  },
  currency: { name: 'Coins', rateMicros: 1_000 * usd, decimals: 0, rounding: 'half_up' },
  formerGoal: null,
  conversions: [],
  nowMs,
  newId: id(2),
}

const repeatable = { offer: { ...situation.offer, isRepeatable: true } }
const unattributed = { click: undefined }

function claim(given: Partial<ClaimedCompletion> = {}, changes: Partial<ClaimSituation> = {}) {
  return makeClaim({ ...completion, ...given }, { ...situation, ...changes })
}

test('a claim is pending for review, earns by the offer and counts on no cap', () => {
  const { isNew, conversion } = claim({ transactionId: 'order-1' })
  assert.equal(isNew, true)
  const { status, reason, source, clickId, subId, payoutMicros, payoutLocalMicros, countedOn } = conversion
  assert.deepEqual([status, reason, source, countedOn], ['pending', 'claim', 'claim', null])
  assert.deepEqual([clickId, subId, payoutMicros, payoutLocalMicros], [id(1), 'banner', usd, 1_000 * usd])
  assert.equal(conversion.expiresAtMs, null)
})

const at = (timeMs: number) => ({ nowMs: timeMs, today: '2026-11-21' })

test('a claim without a click is unattributed and expires after 30 days', () => {
  const { conversion } = claim({}, unattributed)
  assert.deepEqual([conversion.clickId, conversion.expiresAtMs], [null, nowMs + 30 * dayMs])
  assert.equal(expireClaim(conversion, at(nowMs + 30 * dayMs - 1)), undefined)
  const expired = expireClaim(conversion, at(nowMs + 30 * dayMs))
  assert.deepEqual([expired?.status, expired?.reason, expired?.version], ['rejected', 'expired', 2])
})

test('a confirmed or attributed claim does not expire', () => {
  const late = nowMs + 300 * dayMs
  const confirmed = confirmReviewed(claim({}, unattributed).conversion, at(nowMs))
  assert.ok(confirmed)
  assert.equal(expireClaim(confirmed, at(late)), undefined)
  assert.equal(expireClaim(claim().conversion, at(late)), undefined)
})

test('the claimed amount decides what a share earns, and the expected one where none is given', () => {
  const share = { offer: { ...situation.offer, payoutShareBasisPoints: 5_000 } }
  assert.equal(claim({ amountMicros: 9 * usd }, share).conversion.payoutMicros, 4.5 * usd)
  assert.equal(claim({}, share).conversion.payoutMicros, 0.75 * usd)
  assert.equal(claim({ amountMicros: 9 * usd }).conversion.payoutMicros, usd)
})

const first = (given: Partial<ClaimedCompletion>, changes: Partial<ClaimSituation> = {}): Conversion =>
  claim(given, changes).conversion

for (const [what, before, again, changes, isRepeat] of [
  ['the same transactionId', { transactionId: 'a' }, { transactionId: 'a' }, {}, true],
  ['the same Idempotency-Key', { idempotencyKey: 'a' }, { idempotencyKey: 'a' }, unattributed, true],
  ['a key that was a transactionId', { transactionId: 'a' }, { idempotencyKey: 'a' }, unattributed, false],
  [
    'another transactionId without a click',
    { transactionId: 'a' },
    { transactionId: 'b' },
    unattributed,
    false,
  ],
  ['another transactionId on the same click', { transactionId: 'a' }, { transactionId: 'b' }, {}, true],
  ['another transactionId, repeatable', { transactionId: 'a' }, { transactionId: 'b' }, repeatable, false],
  ['no key on the same click', {}, {}, {}, true],
  ['no key, repeatable', {}, {}, repeatable, true],
  ['no key after a keyed one, repeatable', { transactionId: 'a' }, {}, repeatable, false],
  ['no key and no click', {}, {}, unattributed, true],
  ['a test claim after a live one', { transactionId: 'a' }, { transactionId: 'a', isTest: true }, {}, false],
] as const) {
  test(`${what}: ${isRepeat ? 'the same claim' : 'another claim'}`, () => {
    const known = first(before, changes)
    const { isNew, conversion } = claim(again, { ...changes, conversions: [known], newId: id(3) })
    assert.deepEqual([isNew, conversion.id], isRepeat ? [false, known.id] : [true, id(3)])
  })
}

test('a claim of what the network has reported already is that conversion', () => {
  const reported: Conversion = {
    ...first({}),
    source: 'postback',
    status: 'approved',
    reason: null,
    reportedStatus: 'approved',
  }
  const { isNew, conversion } = claim({ transactionId: 'late' }, { conversions: [reported] })
  assert.deepEqual([isNew, conversion], [false, reported])
})

test('an operator confirms or refuses what waits for them, and nothing else', () => {
  const waiting = first({})
  const confirmed = confirmReviewed(waiting, at(nowMs))
  assert.deepEqual(
    [confirmed?.status, confirmed?.reason, confirmed?.countedOn],
    ['approved', null, '2026-11-21'],
  )
  const refused = refuseReviewed(waiting, at(nowMs))
  assert.deepEqual([refused?.status, refused?.reason, refused?.countedOn], ['rejected', 'refused', null])
  for (const done of [confirmed, refused]) {
    assert.ok(done)
    assert.equal(confirmReviewed(done, at(nowMs)), undefined)
    assert.equal(refuseReviewed(done, at(nowMs)), undefined)
  }
})

test('a confirmed approval is held for the days that its offer asks for, from when it was approved', () => {
  const dayMs = 86_400_000
  const holding = (timeMs: number) => ({ ...at(timeMs), holdDays: 3 })
  const standing = (one: Conversion | undefined) => one && [one.status, one.reason, one.releaseAtMs]
  const vouched = confirmReviewed(first({}), holding(nowMs + dayMs))
  assert.deepEqual(standing(vouched), ['pending', 'hold', nowMs + 4 * dayMs])
  assert.equal(vouched?.countedOn, '2026-11-21')
  const reported = { ...first({}), source: 'postback', reason: 'risk', updatedAtMs: nowMs } as const
  const approved: Conversion = { ...reported, reportedStatus: 'approved' }
  const held = confirmReviewed(approved, holding(nowMs + dayMs))
  assert.deepEqual(standing(held), ['pending', 'hold', nowMs + 3 * dayMs])
  // Whoever confirms once more lifts that, too.
  assert.ok(held)
  assert.deepEqual(standing(confirmReviewed(held, holding(nowMs + dayMs))), ['approved', null, null])
  const late = confirmReviewed(approved, holding(nowMs + 3 * dayMs))
  assert.deepEqual(standing(late), ['approved', null, null], 'the time was over while it waited')
  const waiting = confirmReviewed({ ...reported, reportedStatus: 'pending' }, holding(nowMs + dayMs))
  assert.deepEqual(standing(waiting), ['pending', null, null], 'nobody has approved it yet')
})
