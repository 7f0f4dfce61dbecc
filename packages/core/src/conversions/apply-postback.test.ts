import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { applyPostback } from './apply-postback.ts'
import { unlimitedCap } from './caps.ts'
import type { Conversion } from './conversion.ts'
import { hear } from './network-state.ts'
import { makeClaim } from './make-claim.ts'
import { confirmReviewed, refuseReviewed } from './review-claim.ts'
import type { Situation } from './situation.ts'
import { type ConversionStatus, conversionStatuses, transition } from './status.ts'
import { countCases } from '../../../../test/support/count-cases.ts'
import {
  accepted,
  click,
  dayMs,
  full,
  now,
  nowMs,
  offer,
  say,
  situation,
  tell,
  usd,
} from '../../../../test/support/postback-story.ts'

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

// Every report in every state that a network can have brought about.
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
  assert.deepEqual([updated.kind, updated.conversion.payoutMicros], ['changed', usd])
  const lost = tell([say('reversed')], { existing })
  const reversal = applyPostback(say('reversed', { reportedMicros: -9 }), { ...update, existing: lost })
  assert.equal(reversal.kind, 'duplicate')
})

test('the same figure in another currency is another amount', () => {
  const share = offer({ payoutShareBasisPoints: 5_000 })
  const existing = tell([say('pending', { reportedMicros: 3 * usd })], share)
  const exchange = { usdMicros: 4 * usd, day: '2026-11-21', usdNanos: 1_333_333_333 }
  const told = say('approved', { reportedMicros: 3 * usd, currency: 'EUR', exchange })
  const { conversion } = accepted(applyPostback(told, { ...situation, ...share, existing }))
  assert.deepEqual([conversion.revenueMicros, conversion.payoutMicros], [4 * usd, 2 * usd])
  assert.deepEqual([conversion.reportedCurrency, conversion.rateDay], ['EUR', '2026-11-21'])
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

test('a claim is judged and named by the first report of it, and no later one changes either', () => {
  const risk = { scoreTenths: 300, verdict: 'accept', points: 2, reasons: [] } as const
  const repeatable = offer({ isRepeatable: true })
  const first = tell([say('pending', { txnId: 'T-9' })], { existing: claim, risk, ...repeatable })
  assert.deepEqual([first.risk, first.txnKey], [risk, 'T-9'])
  const later = tell([say('approved', { txnId: 'T-10' })], {
    existing: first,
    risk: { ...risk, scoreTenths: 500 },
    ...repeatable,
  })
  assert.deepEqual([later.risk, later.txnKey, later.txnId], [risk, 'T-9', 'T-10'])
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

for (const [use, becomes] of [
  ['reversed', 'pending,transaction'],
  ['counted', 'pending,transaction'],
  ['withheld', 'pending,transaction'],
  ['waiting', 'approved,'],
] as const) {
  test(`one reported as pending, whose transaction is ${use} elsewhere, is ${becomes} once it is approved`, () => {
    const pending = tell([say('pending')])
    const told = tell([say('approved', { txnId: 'T-9' })], { existing: pending, transactionUse: use })
    assert.equal(`${told.status},${told.reason ?? ''}`, becomes)
  })
}

/** Moves that an auditor would allow between two states of a conversion that only postbacks moved. */
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
  const seen = countCases({
    'is refused': 0.2,
    'is a repeat': 0.1,
    'changes twice': 0.3,
    'pays a share': 0.2,
  })
  fc.assert(
    fc.property(fc.array(reports, { maxLength: 12, size: 'max' }), (story) => {
      let existing: Conversion | undefined
      const kinds = new Set<string>()
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
        kinds.add(decision.kind)
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
      seen.note({
        'is refused': kinds.has('refused'),
        'is a repeat': kinds.has('duplicate'),
        'changes twice': (existing?.version ?? 0) > 2,
        'pays a share': (existing?.shareBasisPoints ?? null) !== null,
      })
    }),
    { numRuns: 2_000 },
  )
  seen.assertOften()
})
