import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs } from '../time/durations.ts'
import { diagnoseReward, rewardStates, type RewardFacts, stateByDiagnosis } from './diagnose-reward.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const usual = { halfSec: 2_400, mostSec: 21_600, credits: 1_240 }
const conversion = {
  id: 'v1',
  status: 'approved',
  reason: null,
  releaseAtMs: null,
  updatedAtMs: nowMs - hourMs,
  source: 'postback',
  reportedStatus: 'approved',
} as const
const base: RewardFacts = {
  clickId: 'k1',
  clickedAtMs: nowMs - 2 * hourMs,
  isFallback: false,
  conversion: undefined,
  usual,
  isLaterStep: false,
  endsAtMs: nowMs + 30 * dayMs,
  callbacks: [],
  nowMs,
}
const callback = {
  id: 'c1',
  state: 'delivered',
  attempts: 1,
  endedAtMs: nowMs - 1_000,
  nextAttemptAtMs: null,
  isSending: true,
}

/** A step that its user has 75 days for, so long after the start. */
function later({ days }: { readonly days: number }): Partial<RewardFacts> {
  const clickedAtMs = nowMs - days * dayMs
  return { isLaterStep: true, usual: undefined, clickedAtMs, endsAtMs: clickedAtMs + 75 * dayMs }
}

const cases: readonly (readonly [
  what: string,
  facts: Partial<RewardFacts>,
  code: string,
  mayAsk: boolean,
])[] = [
  ['no start', { clickedAtMs: undefined }, 'never_started', false],
  ['the offer was not to be had', { isFallback: true }, 'unavailable', false],
  ['younger than nine of ten', {}, 'young', false],
  ['younger than a day, and nothing is measured', { usual: undefined }, 'young', false],
  [
    'older than a day, and nothing is measured',
    { usual: undefined, clickedAtMs: nowMs - 3 * dayMs },
    'young',
    false,
  ],
  [
    'older than a week, and nothing is measured',
    { usual: undefined, clickedAtMs: nowMs - 8 * dayMs },
    'late',
    true,
  ],
  [
    'at its deadline of a day, and nothing is measured',
    { usual: undefined, clickedAtMs: nowMs - 2 * dayMs, endsAtMs: nowMs - dayMs },
    'late',
    true,
  ],
  ['older than nine of ten', { clickedAtMs: nowMs - 7 * hourMs }, 'late', true],
  [
    'slow, but never more than a week',
    { clickedAtMs: nowMs - 8 * dayMs, usual: { ...usual, mostSec: 20 * 86_400 } },
    'late',
    true,
  ],
  [
    'fast, but never less than an hour',
    { clickedAtMs: nowMs - hourMs / 2, usual: { ...usual, mostSec: 60 } },
    'young',
    false,
  ],
  ['after the deadline', { clickedAtMs: nowMs - 3 * dayMs, endsAtMs: nowMs - dayMs }, 'ended', false],
  ['older than 60 days', { clickedAtMs: nowMs - 61 * dayMs, endsAtMs: undefined }, 'too_old', false],
  ['a later step that may take 75 days, after one', later({ days: 1 }), 'young', false],
  ['a later step that may take 75 days, after 70, by who has done it', later({ days: 70 }), 'young', true],
  ['a later step whose time is over', later({ days: 76 }), 'late', true],
  ['a later step whose time has been over for more than a week', later({ days: 83 }), 'ended', false],
  ['rejected', { conversion: { ...conversion, status: 'rejected' } }, 'rejected', true],
  [
    'rejected long ago',
    { clickedAtMs: nowMs - 70 * dayMs, conversion: { ...conversion, status: 'rejected' } },
    'rejected',
    false,
  ],
  ['held for a person', { conversion: { ...conversion, status: 'pending', reason: 'risk' } }, 'held', false],
  [
    'held for a time',
    { conversion: { ...conversion, status: 'pending', reason: 'hold', releaseAtMs: nowMs + dayMs } },
    'released_later',
    false,
  ],
  ['pending at the network', { conversion: { ...conversion, status: 'pending' } }, 'pending', false],
  [
    'asked already',
    {
      conversion: {
        ...conversion,
        status: 'pending',
        reason: 'claim',
        source: 'claim',
        reportedStatus: null,
      },
    },
    'asked',
    false,
  ],
  ['credited, and the site has it', { conversion, callbacks: [callback] }, 'told', false],
  ['credited, and the site asks for itself', { conversion }, 'untold', false],
  [
    'credited, and the site does not answer',
    { conversion, callbacks: [{ ...callback, state: 'pending', nextAttemptAtMs: nowMs + 1_000 }] },
    'failing',
    false,
  ],
  [
    'credited, and the site is told this moment',
    { conversion, callbacks: [{ ...callback, state: 'pending', attempts: 0, nextAttemptAtMs: nowMs }] },
    'untold',
    false,
  ],
  [
    'credited, and nobody tries the site any more, which did not answer',
    { conversion, callbacks: [{ ...callback, state: 'pending', attempts: 3, isSending: false }] },
    'unheard',
    false,
  ],
  ...['dead', 'stopped', 'flagged', 'cancelled'].map(
    (state) =>
      [
        `credited, and the site has not acknowledged it (${state})`,
        { conversion, callbacks: [{ ...callback, state, attempts: 9 }] },
        'unheard',
        false,
      ] as const,
  ),
  ['taken back', { conversion: { ...conversion, status: 'reversed' } }, 'reversed', true],
]

for (const [what, facts, code, mayAsk] of cases)
  test(`${what}: ${code}${mayAsk ? ', and a ticket may be opened' : ''}`, () => {
    const diagnosis = diagnoseReward({ ...base, ...facts })
    assert.deepEqual([diagnosis.code, diagnosis.mayAsk], [code, mayAsk])
  })

test('a user who is too early is told from when on they may ask', () => {
  assert.equal(diagnoseReward(base).asksFromMs, nowMs + 4 * hourMs)
})

test('a user who has to ask the site is given the number of the callback', () => {
  assert.equal(diagnoseReward({ ...base, conversion, callbacks: [callback] }).reference, 'c1')
})

test('a user who did a later step early may ask a week after the start, and is told from when and until when', () => {
  const one = diagnoseReward({ ...base, ...later({ days: 1 }) })
  assert.deepEqual([one.mayAsk, one.asksFromMs], [false, nowMs + 6 * dayMs])
  const other = diagnoseReward({ ...base, ...later({ days: 8 }) })
  assert.deepEqual([other.code, other.mayAsk, other.asksUntilMs], ['young', true, nowMs + 74 * dayMs])
})

test('a later step that ends within the week may be asked about from its end on', () => {
  const endsAtMs = nowMs + dayMs
  const told = diagnoseReward({ ...base, isLaterStep: true, usual: undefined, endsAtMs })
  assert.deepEqual([told.code, told.asksFromMs], ['young', endsAtMs])
})

test('the week to ask ends with a word: since when it is over, and the number of the start for the site', () => {
  const over = diagnoseReward({ ...base, ...later({ days: 83 }) })
  assert.deepEqual([over.code, over.asksUntilMs, over.reference], ['ended', nowMs - dayMs, 'k1'])
  const old = diagnoseReward({ ...base, clickedAtMs: nowMs - 61 * dayMs, endsAtMs: undefined })
  assert.deepEqual([old.code, old.asksUntilMs, old.reference], ['too_old', nowMs - dayMs, 'k1'])
})

test('a site that asks for itself has a day; then its user gets the number of the conversion', () => {
  const told = (hours: number): string | undefined =>
    diagnoseReward({ ...base, conversion: { ...conversion, updatedAtMs: nowMs - hours * hourMs } }).reference
  assert.deepEqual([told(23), told(25)], [undefined, 'v1'])
})

test('a claim that nobody has confirmed is no pending money', () => {
  assert.equal(stateByDiagnosis.asked, 'asked')
  const pending = Object.entries(stateByDiagnosis).filter(([, state]) => state === 'pending')
  assert.deepEqual(
    pending.map(([code]) => code),
    ['pending', 'held', 'released_later'],
  )
  assert.deepEqual(new Set(Object.values(stateByDiagnosis)), new Set(rewardStates))
})
