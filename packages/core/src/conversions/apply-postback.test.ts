import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { formatId } from '../tracking/click-id.ts'
import { applyPostback, type Decision } from './apply-postback.ts'
import { unlimitedCap } from './caps.ts'
import type { Conversion } from './conversion.ts'
import { hear } from './network-state.ts'
import { makeClaim } from './make-claim.ts'
import { confirmReviewed, refuseReviewed } from './review-claim.ts'
import type { Report, Situation } from './situation.ts'
import { type ConversionStatus, conversionStatuses, transition } from './status.ts'

const usd = 1_000_000
const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 21, 12)

const now = { nowMs, today: '2026-11-21' }

const full = { ...unlimitedCap, count: 0 }

const situation: Situation = {
  click: {
    clickId: formatId(nowMs - 60_000, new Uint8Array(10)),
    appId: 1,
    offerId: 12,
    userId: 'user-42',
    subId: 'banner',
    country: 'DE',
    platform: 'android',
    isTest: false,
    isBot: false,
    isFallback: false,
  },
  offer: {
    networkId: 3,
    payoutMicros: 1 * usd,
    payoutShareBasisPoints: null,
    revenueMicros: 1.5 * usd,
    isRepeatable: false,
    attributionWindowSec: 30 * 86_400,
    deadlineSec: null,
  },
  currency: { name: 'Coins', rateMicros: 1_000 * usd, decimals: 0, rounding: 'half_up' },
  existing: undefined,
  hasAnother: false,
  remainingCap: unlimitedCap,
  isListed: false,
  onChangedPayout: 'ignore',
  onLoss: 'hold',
  nowMs,
  today: '2026-11-21',
  newId: formatId(nowMs, new Uint8Array(10).fill(7)),
}

const offer = (changes: Partial<Situation['offer']>) => ({ offer: { ...situation.offer, ...changes } })
const click = (changes: Partial<Situation['click']>) => ({ click: { ...situation.click, ...changes } })

function say(status: ConversionStatus, changes: Partial<Report> = {}): Report {
  const amount = { reportedMicros: 1.5 * usd, currency: 'USD' }
  return { status, word: status, ...amount, goal: '', txnId: null, ...changes }
}

function accepted(decision: Decision): Exclude<Decision, { kind: 'refused' }> {
  assert.ok(decision.kind !== 'refused', decision.kind === 'refused' ? decision.message : '')
  return decision
}

/** Reports in order, each about what the one before made. */
function tell(reports: readonly Report[], changes: Partial<Situation> = {}): Conversion {
  let existing = changes.existing
  for (const report of reports) {
    existing = accepted(applyPostback(report, { ...situation, ...changes, existing })).conversion
  }
  assert.ok(existing)
  return existing
}

test('a first report makes a conversion with the terms of that moment', () => {
  const decision = accepted(applyPostback(say('approved', { word: 'Sale', txnId: 'T-1' }), situation))
  assert.equal(decision.kind, 'created')
  assert.deepEqual(decision.conversion, {
    id: situation.newId,
    version: 1,
    appId: 1,
    networkId: 3,
    offerId: 12,
    userId: 'user-42',
    subId: 'banner',
    country: 'DE',
    platform: 'android',
    clickId: situation.click.clickId,
    goal: '',
    txnKey: '',
    txnId: 'T-1',
    formerTxnId: null,
    source: 'postback',
    claimTxnId: null,
    idempotencyKey: null,
    status: 'approved',
    reason: null,
    reportedStatus: 'approved',
    networkState: 'approved',
    heldFor: null,
    networkWord: 'Sale',
    reportedMicros: 1.5 * usd,
    reportedCurrency: 'USD',
    rateDay: null,
    usdNanos: null,
    claimedMicros: null,
    revenueMicros: 1.5 * usd,
    payoutMicros: 1 * usd,
    payoutLocalMicros: 1_000 * usd,
    shareBasisPoints: null,
    marginRuleId: null,
    marginBasisPoints: null,
    currency: 'Coins',
    rateMicros: 1_000 * usd,
    decimals: 0,
    rounding: 'half_up',
    promotionId: null,
    promotionBasisPoints: null,
    countedOn: '2026-11-21',
    risk: null,
    isTest: false,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: null,
    releaseAtMs: null,
  })
})

// Every report in every state that a network can have brought about (DECISIONS: Postback, transitions).
const histories: Record<ConversionStatus | 'none', readonly ConversionStatus[]> = {
  none: [],
  pending: ['pending'],
  approved: ['approved'],
  rejected: ['rejected'],
  reversed: ['approved', 'reversed'],
}

for (const [from, history] of Object.entries(histories)) {
  for (const reported of conversionStatuses) {
    const before = history.length === 0 ? undefined : tell(history.map((status) => say(status)))
    const becomes = transition(before?.status ?? 'none', reported)
    const isRepeat = history.at(-1) === reported
    const isLate = hear(before, reported).kind === 'superseded'
    const outcome = isRepeat ? 'a duplicate' : (becomes ?? (isLate ? 'superseded' : 'refused'))
    test(`${from}, reported ${reported}: ${outcome}`, () => {
      const decision = applyPostback(say(reported), { ...situation, existing: before })
      if (isRepeat) {
        assert.deepEqual(decision, { kind: 'duplicate', conversion: before })
      } else if (isLate) {
        assert.deepEqual(decision, { kind: 'duplicate', conversion: before, note: 'superseded' })
      } else if (becomes === undefined) {
        assert.equal(decision.kind, 'refused')
        assert.ok(decision.kind === 'refused' && decision.problems[0]?.rule === 'transition')
      } else {
        assert.equal(accepted(decision).conversion.status, becomes)
        assert.equal(decision.kind, before === undefined ? 'created' : 'changed')
      }
    })
  }
}

test('a refused transition says what is possible', () => {
  const decision = applyPostback(say('reversed'), situation)
  assert.deepEqual(decision.kind === 'refused' && decision.problems, [
    {
      field: 'status',
      rule: 'transition',
      message:
        'cannot be reversed for a conversion of which nothing was reported yet; ' +
        'possible now: pending, approved, rejected',
    },
  ])
})

test('reversed on a pending conversion rejects it, and a correction may still approve it', () => {
  const lost = tell([say('pending'), say('reversed')])
  assert.deepEqual([lost.status, lost.countedOn], ['rejected', null])
  assert.equal(applyPostback(say('reversed'), { ...situation, existing: lost }).kind, 'duplicate')
  assert.equal(tell([say('approved')], { existing: lost }).status, 'approved')
})

test('an amount below zero is a reversal or a mistake', () => {
  const negative = { reportedMicros: -1 }
  for (const status of ['pending', 'approved', 'rejected'] as const) {
    const decision = applyPostback(say(status, negative), situation)
    assert.ok(decision.kind === 'refused' && decision.problems[0]?.field === 'payout')
  }
  const reversed = tell([say('approved'), say('reversed', negative)])
  assert.deepEqual(
    [reversed.status, reversed.payoutMicros, reversed.reportedMicros],
    ['reversed', usd, 1.5 * usd],
  )
})

test('lifting a hold leads to where the network stands, and its later word moves on from there', () => {
  const waiting = confirmReviewed(tell([say('pending')], click({ isBot: true })), now)
  assert.deepEqual([waiting?.status, waiting?.reason], ['pending', null])
  const good = confirmReviewed(tell([say('approved')], click({ isBot: true })), now)
  assert.equal(good?.status, 'approved')
  const back = tell([say('reversed')], { existing: good })
  assert.deepEqual([back.status, back.countedOn], ['reversed', null])
  const held = confirmReviewed(claim, { ...now, holdDays: 3 })
  assert.ok(held)
  const heard = tell([say('approved')], { existing: held, isListed: true })
  assert.deepEqual(
    [heard.reason, heard.releaseAtMs],
    ['hold', held.releaseAtMs],
    'a confirmed claim stays confirmed',
  )
  assert.equal(tell([say('rejected')], { existing: held }).status, 'rejected')
})

test('a correction asks for a cap again, but not for the window', () => {
  const rejected = tell([say('rejected')])
  assert.equal(tell([say('approved')], { existing: rejected, remainingCap: full }).reason, 'cap')
  const late = tell([say('approved')], { existing: rejected, ...offer({ attributionWindowSec: 0 }) })
  assert.deepEqual([late.status, late.countedOn], ['approved', '2026-11-21'])
})

test('the approval brings the final amount; the share follows it', () => {
  const share = offer({ payoutShareBasisPoints: 5_000 })
  const conversion = tell(
    [say('pending', { reportedMicros: 0 }), say('approved', { reportedMicros: 3 * usd })],
    share,
  )
  assert.deepEqual([conversion.revenueMicros, conversion.payoutMicros], [3 * usd, 1.5 * usd])
  assert.equal(conversion.payoutLocalMicros, 1_500 * usd)
})

test('a repeat with another payout is ignored, or taken where the network is set so', () => {
  const share = offer({ payoutShareBasisPoints: 5_000 })
  const existing = tell([say('approved')], share)
  const again = say('approved', { reportedMicros: 2 * usd })
  const ignored = applyPostback(again, { ...situation, ...share, existing })
  assert.deepEqual(ignored, { kind: 'duplicate', conversion: existing, note: 'payout_ignored' })
  const update = { ...situation, ...share, existing, onChangedPayout: 'update' } as const
  const updated = accepted(applyPostback(again, update))
  assert.deepEqual([updated.kind, updated.conversion.payoutMicros], ['updated', usd])
  const lost = tell([say('reversed')], { existing })
  const reversal = applyPostback(say('reversed', { reportedMicros: -9 }), { ...update, existing: lost })
  assert.equal(reversal.kind, 'duplicate')
})

test('a fixed payout stays what it was when it was first reported', () => {
  const existing = tell([say('pending')])
  const cheaper = { existing, ...offer({ payoutMicros: 1 }) }
  assert.equal(tell([say('approved', { reportedMicros: 9 * usd })], cheaper).payoutMicros, usd)
})

test('where the offer is repeatable the transaction is part of the identity', () => {
  const report = say('approved', { txnId: 'T-1' })
  assert.equal(tell([report], offer({ isRepeatable: true })).txnKey, 'T-1')
  assert.equal(tell([report]).txnKey, '')
})

const claim = makeClaim(
  {
    appId: 1,
    userId: 'user-42',
    offerId: 12,
    isTest: false,
    goal: '',
    transactionId: 'order-1',
    idempotencyKey: null,
    amountMicros: 9 * usd,
  },
  {
    click: { clickId: situation.click.clickId, subId: null, country: 'DE', platform: 'android' },
    offer: { ...situation.offer, payoutShareBasisPoints: 5_000 },
    currency: situation.currency,
    formerGoal: null,
    conversions: [],
    nowMs: nowMs - dayMs,
    newId: situation.newId,
  },
).conversion

test('a postback takes a claim over, with the amount that the network pays', () => {
  const taken = tell([say('approved', { txnId: 'T-9' })], { existing: claim })
  assert.deepEqual([taken.id, taken.source, taken.claimTxnId], [claim.id, 'claim', 'order-1'])
  assert.deepEqual([taken.status, taken.reason, taken.countedOn], ['approved', null, '2026-11-21'])
  assert.deepEqual([taken.revenueMicros, taken.payoutMicros], [1.5 * usd, 0.75 * usd])
})

for (const [what, existing, reported, changes, becomes] of [
  ['pending', claim, 'pending', {}, 'pending,'],
  ['rejected', claim, 'rejected', {}, 'rejected,'],
  ['reversed', claim, 'reversed', {}, 'rejected,'],
  ['approved over a cap', claim, 'approved', { remainingCap: full }, 'rejected,cap'],
  ['approved after the window', claim, 'approved', offer({ attributionWindowSec: 1 }), 'pending,window'],
  ['approved, after an operator refused it', refuseReviewed(claim, now), 'approved', {}, 'approved,'],
  ['pending, after an operator confirmed it', confirmReviewed(claim, now), 'pending', {}, 'approved,'],
  ['approved, after an operator confirmed it', confirmReviewed(claim, now), 'approved', {}, 'approved,'],
  ['rejected, after an operator confirmed it', confirmReviewed(claim, now), 'rejected', {}, 'reversed,'],
  ['reversed, after an operator confirmed it', confirmReviewed(claim, now), 'reversed', {}, 'reversed,'],
] as const) {
  test(`a claim that the network reports as ${what}: ${becomes}`, () => {
    const conversion = tell([say(reported)], { existing, ...changes })
    assert.equal(`${conversion.status},${conversion.reason ?? ''}`, becomes)
    assert.equal(applyPostback(say(reported), { ...situation, existing: conversion }).kind, 'duplicate')
  })
}

for (const [what, before, changes, becomes] of [
  ['approved by an operator', confirmReviewed(claim, now), {}, 'approved,'],
  ['and capped by now', confirmReviewed(claim, now), { remainingCap: full }, 'reversed,cap'],
  ['and held for a doubt', confirmReviewed(claim, now), { isListed: true }, 'pending,listed'],
] as const) {
  test(`a claim, ${what}, that the network rejects and then approves: ${becomes}`, () => {
    const taken = tell([say('rejected')], { existing: before })
    assert.deepEqual([taken.status, taken.countedOn], ['reversed', null])
    const corrected = tell([say('approved')], { existing: taken, ...changes })
    assert.equal(`${corrected.status},${corrected.reason ?? ''}`, becomes)
    assert.equal(applyPostback(say('approved'), { ...situation, existing: corrected }).kind, 'duplicate')
    const last = applyPostback(say('reversed'), { ...situation, existing: corrected })
    assert.ok(last.kind !== 'refused' && last.kind !== 'created')
    assert.equal(last.conversion.status, corrected.status === 'pending' ? 'rejected' : 'reversed')
  })
}

/** What an auditor would allow between two states of a conversion that only postbacks moved. */
const allowedSteps = new Set([
  'pending>pending',
  'pending>approved',
  'pending>rejected',
  'approved>approved',
  'approved>reversed',
  'rejected>rejected',
  'rejected>approved',
  'rejected>pending',
])

test('any story of reports keeps versions, steps, days and amounts right, and repeats change nothing', () => {
  const reports = fc.record({
    status: fc.constantFrom(...conversionStatuses),
    reportedMicros: fc.integer({ min: 0, max: 10 * usd }),
    remainingCap: fc.constantFrom(unlimitedCap, full),
    hasAnother: fc.boolean(),
    isBot: fc.boolean(),
    update: fc.boolean(),
    share: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(reports, { maxLength: 12 }), (story) => {
      let existing: Conversion | undefined
      for (const { status, reportedMicros, isBot, update, share, ...rest } of story) {
        const facts: Situation = {
          ...situation,
          ...rest,
          ...click({ isBot }),
          ...offer({ payoutShareBasisPoints: share }),
          existing,
          onChangedPayout: update ? 'update' : 'ignore',
        }
        const decision = applyPostback(say(status, { reportedMicros }), facts)
        if (decision.kind === 'refused') continue
        if (decision.kind === 'duplicate') {
          assert.deepEqual(decision.conversion, existing)
          continue
        }
        const { conversion } = decision
        assert.equal(conversion.version, (existing?.version ?? 0) + 1)
        if (existing) assert.ok(allowedSteps.has(`${existing.status}>${conversion.status}`))
        assert.equal(conversion.countedOn !== null, ['pending', 'approved'].includes(conversion.status))
        if (conversion.shareBasisPoints !== null) {
          const exact = (BigInt(conversion.revenueMicros) * BigInt(conversion.shareBasisPoints)) / 10_000n
          assert.equal(BigInt(conversion.payoutMicros), exact)
        }
        const again = applyPostback(say(status, { reportedMicros }), { ...facts, existing: conversion })
        assert.ok(again.kind === 'duplicate')
        existing = conversion
      }
    }),
    { numRuns: 2_000 },
  )
})
