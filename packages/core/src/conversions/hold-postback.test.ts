import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatId } from '../tracking/click-id.ts'
import { applyPostback } from './apply-postback.ts'
import { heldInLiveMode } from './standing.ts'
import { makeClaim } from './make-claim.ts'
import { confirmReviewed, refuseReviewed } from './review-claim.ts'
import type { Situation } from './situation.ts'
import type { ConversionStatus } from './status.ts'
import {
  click,
  dayMs,
  full,
  now,
  nowMs,
  offer,
  say,
  tell,
  situation,
} from '../../../../test/support/postback-story.ts'

test('later than its deadline after the click a goal is held for review, within it it counts', () => {
  const clickedAt = (agoMs: number) => click({ clickId: formatId(nowMs - agoMs, new Uint8Array(8)) })
  const inThreeDays = offer({ deadlineSec: 3 * 86_400 })
  const tooLate = tell([say('approved')], { ...clickedAt(3 * dayMs + 1), ...inThreeDays })
  assert.deepEqual([tooLate.status, tooLate.reason, tooLate.countedOn], ['pending', 'deadline', '2026-11-21'])
  assert.equal(tell([say('approved')], { ...clickedAt(3 * dayMs), ...inThreeDays }).status, 'approved')
  // It takes the place of the attribution window, which is shorter here.
  const inSixtyDays = offer({ deadlineSec: 60 * 86_400 })
  assert.equal(tell([say('approved')], { ...clickedAt(45 * dayMs), ...inSixtyDays }).status, 'approved')
  assert.equal(tell([say('approved')], clickedAt(45 * dayMs)).reason, 'window')
})

const holds: readonly (readonly [string, Partial<Situation>, ConversionStatus, string | null])[] = [
  ['over a cap', { remainingCap: full }, 'rejected', 'cap'],
  ['over a cap, whatever else', { remainingCap: full, ...click({ isBot: true }) }, 'rejected', 'cap'],
  ['after the window', offer({ attributionWindowSec: 59 }), 'pending', 'window'],
  ['at the very end of the window', offer({ attributionWindowSec: 60 }), 'approved', null],
  ["the user's second click", { hasAnother: true }, 'pending', 'repeat'],
  [
    'a second click on a repeatable offer',
    { hasAnother: true, ...offer({ isRepeatable: true }) },
    'approved',
    null,
  ],
  ['a click of a bot', click({ isBot: true }), 'pending', 'bot'],
  ['a click that never led to the offer', click({ isFallback: true }), 'pending', 'fallback'],
  ['a user on a list', { isListed: true }, 'pending', 'listed'],
]

for (const [what, changes, status, reason] of holds) {
  test(`${what}: ${status}${reason === null ? '' : `, ${reason}`}`, () => {
    const conversion = tell([say('approved')], changes)
    assert.deepEqual([conversion.status, conversion.reason], [status, reason])
    assert.equal(conversion.countedOn, status === 'rejected' ? null : '2026-11-21')
  })
}

const inTest = (changes: Parameters<typeof click>[0] = {}) => click({ ...changes, isTest: true })
const seen = { verdict: 'hold', points: 900, scoreTenths: 900, reasons: [] } as const

test('in test mode automation is noted and holds nothing; every other doubt holds as it would live', () => {
  const outcomes = [
    { ...inTest() },
    { ...inTest({ isBot: true }) },
    { ...inTest(), risk: seen },
    { ...inTest({ isBot: true }), hasAnother: true },
    { ...inTest({ isBot: true }), remainingCap: full },
    { ...inTest({ isBot: true }), ...offer({ holdDays: 3 }) },
    { ...click({ isBot: true }) },
  ].map((changes) => {
    const conversion = tell([say('pending'), say('approved')], changes)
    return [conversion.status, conversion.reason, heldInLiveMode(conversion)]
  })
  assert.deepEqual(outcomes, [
    ['approved', null, null],
    ['approved', null, 'bot'],
    ['approved', null, 'risk'],
    ['pending', 'repeat', null],
    ['rejected', 'cap', null],
    ['pending', 'hold', 'bot'],
    ['pending', 'bot', null],
  ])
})

test('a test conversion of a tool is given again when its network corrects a rejection', () => {
  const again = tell([say('rejected'), say('approved')], inTest({ isBot: true }))
  assert.deepEqual([again.status, again.reason, heldInLiveMode(again)], ['approved', null, 'bot'])
})

test('a repeated approval never lifts a hold, a cap or the word of an operator', () => {
  const capped = tell([say('approved')], { remainingCap: full })
  assert.equal(applyPostback(say('approved'), { ...situation, existing: capped }).kind, 'duplicate')
  const held = tell([say('pending'), say('approved')], { hasAnother: true })
  assert.deepEqual([held.status, held.reason, held.reportedStatus], ['pending', 'repeat', 'approved'])
  const refused = refuseReviewed(held, now)
  assert.equal(applyPostback(say('approved'), { ...situation, existing: refused }).kind, 'duplicate')
  const capPending = tell([say('pending')], { remainingCap: full })
  assert.deepEqual([capPending.status, capPending.reason], ['rejected', 'cap'])
  assert.equal(tell([say('approved')], { existing: capPending }).status, 'rejected')
})

test('no word of the network lifts a hold: what was held is held again when it corrects itself', () => {
  const late = { ...click({ clickId: formatId(nowMs - 4 * dayMs, new Uint8Array(8)) }) }
  const story = ['pending', 'rejected', 'approved'] as const
  for (const [reason, changes] of [
    ['deadline', { ...late, ...offer({ deadlineSec: 3 * 86_400 }) }],
    ['window', { ...late, ...offer({ attributionWindowSec: 3 * 86_400 }) }],
    ['repeat', { hasAnother: true }],
    ['risk', { risk: { verdict: 'hold', shares: {} } as never }],
  ] as const) {
    for (const words of [story, story.slice(1), ['approved', 'reversed', 'approved'] as const]) {
      const lost = tell([say(words[0])], changes)
      // By then the doubt itself may be gone.
      const last = tell(
        words.slice(1).map((word) => say(word)),
        { existing: lost },
      )
      const expected = words[0] === 'approved' ? ['rejected', null] : ['pending', reason]
      assert.deepEqual([last.status, last.reason], expected, `${reason} ${words.join()}`)
    }
    const lifted = confirmReviewed(tell([say('pending')], changes), now)
    assert.deepEqual([lifted?.status, lifted?.reason, lifted?.heldFor], ['pending', null, null])
    assert.ok(lifted)
    assert.equal(tell([say('rejected'), say('approved')], { existing: lifted }).status, 'approved')
  }
})

test('the amount of a rejection is no loss: its correction is held for its own amount alone', () => {
  const none = { reportedMicros: 0 }
  const corrected = tell([say('rejected', none), say('approved')])
  assert.deepEqual([corrected.status, corrected.reason], ['approved', null])
  const losing = tell([say('rejected'), say('approved', none)])
  assert.deepEqual([losing.status, losing.reason], ['pending', 'margin'])
  const { click: claimedClick, offer: terms, currency, newId } = situation
  const keys = { transactionId: 'order-1', idempotencyKey: null, amountMicros: 0 }
  const claimed = makeClaim(
    { appId: 1, userId: 'user-42', offerId: 12, isTest: false, goal: '', ...keys },
    { click: claimedClick, offer: terms, currency, formerGoal: null, conversions: [], nowMs, newId },
  ).conversion
  const overtaken = tell([say('rejected', none), say('approved')], { existing: claimed })
  assert.deepEqual([overtaken.status, overtaken.reason], ['approved', null])
  // A loss that held it before it was rejected still waits for a person.
  const held = tell([say('pending', none), say('rejected'), say('approved')])
  assert.deepEqual([held.status, held.reason], ['pending', 'margin'])
})

test('a conversion approved and then reversed ends there, also while we held it', () => {
  for (const changes of [{}, offer({ holdDays: 3 }), { hasAnother: true }, { remainingCap: full }]) {
    const ended = tell([say('approved'), say('reversed')], changes)
    assert.equal(ended.networkState, 'reversed')
    for (const word of ['approved', 'pending'] as const) {
      const decision = applyPostback(say(word), { ...situation, existing: ended })
      assert.deepEqual(decision, { kind: 'duplicate', conversion: ended, note: 'superseded' })
    }
    assert.equal(applyPostback(say('reversed'), { ...situation, existing: ended }).kind, 'duplicate')
    assert.equal(applyPostback(say('rejected'), { ...situation, existing: ended }).kind, 'refused')
  }
})

test('a held conversion is lost when the network takes it back', () => {
  for (const lost of ['rejected', 'reversed'] as const) {
    const conversion = tell([say('pending'), say(lost)], { hasAnother: true })
    assert.deepEqual([conversion.status, conversion.reason, conversion.countedOn], ['rejected', null, null])
  }
})
