import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { reviewReasons } from '@quoin/core/conversions/conversion.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { makeClick } from '../../../../../../test/support/make-click.ts'
import { makeConversion } from '../../../../../../test/support/make-conversion.ts'
import type { AttemptMade, CallbackState } from '../../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../../store/postbacks/postback-requests.ts'
import type { ClickFacts } from './gather-click.ts'
import { conversionReasons } from './tell-reasons.ts'
import { type StoryVerdict, tellVerdict } from './tell-verdict.ts'

const clickedAtMs = 1_790_000_000_000
const minuteMs = 60_000

interface Given {
  readonly click?: Partial<Click>
  readonly afterMs?: number
  readonly conversions?: readonly Partial<Conversion>[]
  readonly requests?: readonly Partial<LoggedRequest>[]
  readonly callbacks?: readonly Partial<CallbackState>[]
  readonly attempts?: readonly Partial<AttemptMade>[]
  readonly hasEndpoint?: boolean
  readonly holdDays?: number
}

/** The verdict of a click without a database: rows that no rule looks at are not filled in. */
function tell(given: Given, network: string | null = 'Tune Co'): StoryVerdict {
  const facts = {
    click: makeClick({ clickedAtMs, ...given.click }),
    app: { name: 'Gemhaven' },
    offer: { holdDays: given.holdDays ?? 0 },
    network: network === null ? undefined : { name: network },
    conversions: (given.conversions ?? []).map((one) => makeConversion(one)),
    requests: given.requests ?? [],
    callbacks: (given.callbacks ?? []).map((one) => ({ id: 'c', conversionId: makeConversion().id, ...one })),
    attempts: (given.attempts ?? []).map((one) => ({ callbackId: 'c', ...one })),
    hasEndpoint: given.hasEndpoint ?? true,
    nowMs: clickedAtMs + (given.afterMs ?? 0),
  }
  return tellVerdict(facts as unknown as ClickFacts)
}

const held = { status: 'pending', reason: 'hold' } as const
const failing = { state: 'pending', attempts: 2 } as const
const failed = [{ number: 2, reason: 'It answered 500.' }]

type Row = readonly [
  title: string,
  given: Given,
  state: string,
  cause: StoryVerdict['cause'],
  sentence: string,
]

const rows: readonly Row[] = [
  [
    'nothing was reported for 3 days',
    { afterMs: 72 * 60 * minuteMs },
    'Started',
    'silent',
    'Not paid, because Tune Co has not reported anything since the click 3 days ago.',
  ],
  [
    'nothing was reported for 47 hours',
    { afterMs: 47 * 60 * minuteMs },
    'Started',
    'silent',
    'Not paid, because Tune Co has not reported anything since the click 47 h ago.',
  ],
  [
    'a click of this very second',
    {},
    'Started',
    'silent',
    'Not paid, because Tune Co has not reported anything since the click 1 min ago.',
  ],
  [
    'the visit was led elsewhere',
    { click: { outcome: 'fallback', reason: 'capped' } },
    'Refused',
    'final',
    'Not paid, because the visit never reached the offer: a cap of the offer was used up.',
  ],
  [
    'the visit was led elsewhere, and why is not known',
    { click: { outcome: 'fallback' } },
    'Refused',
    'final',
    'Not paid, because the visit never reached the offer: it was not to be had.',
  ],
  [
    'the report was refused',
    { requests: [{ outcome: 'refused', reason: 'literal_macro', message: 'payout' }] },
    'Refused',
    'refused',
    'Not paid, because Tune Co’s report was refused: it holds a macro that was never filled in.',
  ],
  [
    'the last refusal counts',
    {
      requests: [
        { outcome: 'refused', reason: 'token', message: null },
        { outcome: 'unmatched', reason: 'unknown_click', message: null },
      ],
    },
    'Refused',
    'refused',
    'Not paid, because Tune Co’s report was refused: it names no click of this service.',
  ],
  [
    'the refusal has a reason without words',
    { requests: [{ outcome: 'refused', reason: 'new_reason', message: null }] },
    'Refused',
    'refused',
    'Not paid, because Tune Co’s report was refused: it could not be taken.',
  ],
  [
    'reported as pending',
    { conversions: [{ status: 'pending' }] },
    'Pending',
    'waiting',
    'Not paid yet, because Tune Co has not confirmed it.',
  ],
  ['held for its days', { conversions: [held] }, 'Held', 'waiting', 'Approved, and held for its days.'],
  [
    'rejected by the network',
    { conversions: [{ status: 'rejected' }] },
    'Rejected',
    'final',
    'Not paid, because Tune Co rejected it.',
  ],
  [
    'rejected over a cap',
    { conversions: [{ status: 'rejected', reason: 'cap' }] },
    'Rejected',
    'final',
    'Not paid, because a cap of the offer was used up.',
  ],
  [
    'taken back',
    { conversions: [{ status: 'reversed' }] },
    'Reversed',
    'final',
    'Taken back, because Tune Co reversed it.',
  ],
  [
    'taken at once',
    { conversions: [{}], callbacks: [{ state: 'delivered', attempts: 1 }] },
    'Approved',
    'paid',
    'Paid. Gemhaven’s server took the callback at once.',
  ],
  [
    'taken on the third attempt',
    { conversions: [{}], callbacks: [{ state: 'delivered', attempts: 3 }] },
    'Approved',
    'paid',
    'Paid. Gemhaven’s server took the callback on attempt 3.',
  ],
  [
    'nobody asks for callbacks',
    { conversions: [{}], hasEndpoint: false },
    'Approved',
    'paid',
    'Paid. The publisher is told by no callback.',
  ],
  [
    'the receiver fails, and is tried again',
    { conversions: [{}], callbacks: [failing], attempts: failed },
    'Retrying',
    'callback',
    'Earned, but Gemhaven’s server has not taken the callback.',
  ],
  [
    'the receiver was given up',
    { conversions: [{}], callbacks: [{ ...failing, state: 'dead' }], attempts: failed },
    'Failed',
    'callback',
    'Earned, but Gemhaven’s server has not taken the callback.',
  ],
  [
    'one of two receivers fails',
    { conversions: [{}], callbacks: [{ state: 'delivered', attempts: 1 }, failing] },
    'Retrying',
    'callback',
    'Earned, but Gemhaven’s server has not taken the callback.',
  ],
  [
    'the one of several goals that got furthest is told',
    { conversions: [{ status: 'rejected' }, { status: 'pending' }, {}], hasEndpoint: false },
    'Approved',
    'paid',
    'Paid. The publisher is told by no callback.',
  ],
  [
    'a conversion tells more than a refused report',
    {
      conversions: [{ status: 'pending' }],
      requests: [{ outcome: 'refused', reason: 'token', message: null }],
    },
    'Pending',
    'waiting',
    'Not paid yet, because Tune Co has not confirmed it.',
  ],
]

for (const [title, given, state, cause, sentence] of rows)
  test(`${title}: ${sentence}`, () => {
    const verdict = tell(given)
    assert.deepEqual([verdict.sentence, verdict.state, verdict.cause], [sentence, state, cause])
  })

for (const reason of reviewReasons)
  test(`held for ${reason}: it waits for a person, and the detail says why`, () => {
    const verdict = tell({ conversions: [{ status: 'pending', reason }] })
    const { sentence, detail, cause, state } = verdict
    assert.deepEqual(
      [state, cause, sentence],
      ['Held', 'review', 'Not paid yet, because it waits for a person.'],
    )
    assert.equal(detail, `It is held because ${conversionReasons[reason]}.`)
  })

test('the effect of a confirmation is told beforehand: booked, held for its days, or left to the network', () => {
  const remedyOf = (conversion: Partial<Conversion>, holdDays: number) =>
    tell({ conversions: [{ status: 'pending', reason: 'risk', ...conversion }], holdDays }).remedy
  const approved = { reportedStatus: 'approved', updatedAtMs: clickedAtMs } as const
  const ending = '; refuse it, and it ends here.'
  assert.equal(remedyOf(approved, 0), `Confirm it, and it is booked and the publisher is told${ending}`)
  assert.equal(
    remedyOf(approved, 7),
    `Confirm it, and it is held until 28 Sept 2026, then it is booked and the publisher is told${ending}`,
  )
  const pending = { reportedStatus: 'pending' } as const
  assert.equal(remedyOf(pending, 7), `Confirm it, and it waits for Tune Co to approve it${ending}`)
})

test('a reward that is paid, or never will be, has no remedy; everything else has one', () => {
  for (const [title, given, , cause] of rows) {
    const isOver = cause === 'paid' || (cause === 'final' && given.conversions !== undefined)
    assert.equal(tell(given).remedy === null, isOver, title)
  }
})

test('a hold says on which day it ends', () => {
  const { detail } = tell({ conversions: [{ ...held, releaseAtMs: Date.UTC(2026, 10, 29, 12) }] })
  assert.equal(detail, 'It is released by itself on 29 Nov 2026.')
  assert.equal(tell({ conversions: [held] }).detail, 'It is released by itself.')
})

test('a failing receiver is told with its last attempt, or that the first is still to come', () => {
  const callbacks = [failing]
  assert.equal(tell({ conversions: [{}], callbacks, attempts: failed }).detail, 'Attempt 2: It answered 500.')
  assert.equal(tell({ conversions: [{}], callbacks }).detail, 'The first attempt is about to be made.')
})

test('a network that may not be named is “the network”', () => {
  assert.match(
    tell({ conversions: [{ status: 'rejected' }] }, null).sentence,
    /because the network rejected it/,
  )
  const refused = tell({ requests: [{ outcome: 'refused', reason: 'token', message: null }] }, null)
  assert.equal(refused.sentence, 'Not paid, because the network’s report was refused: its token is wrong.')
})
