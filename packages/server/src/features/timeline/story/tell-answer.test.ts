import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClick } from '../../../../../../test/support/make-click.ts'
import { makeConversion } from '../../../../../../test/support/make-conversion.ts'
import type { ClickFacts } from './gather-click.ts'
import { type Answer, tellAnswer } from './tell-answer.ts'

const clickedAtMs = Date.UTC(2026, 10, 18, 21, 3)
const hourMs = 3_600_000

/** An answer without a database: rows that no sentence looks at are not filled in. */
function answer(given: object, click: object = {}): Answer {
  const facts = {
    click: makeClick({ clickedAtMs, userId: 'lk-h8r', ...click }),
    app: { name: 'Lantern Keep' },
    offer: { name: 'Coinharrow Exchange', holdDays: 0 },
    network: { name: 'Lumen Offers' },
    requests: [],
    conversions: [],
    events: [],
    callbacks: [],
    notes: [],
    attempts: [],
    ledger: [],
    nowMs: clickedAtMs + 100 * hourMs,
    ...given,
  }
  return tellAnswer(facts as unknown as ClickFacts)
}

const reward = {
  payoutMicros: 8_400_000,
  revenueMicros: 12_000_000,
  payoutLocalMicros: 2_100_000_000,
  currency: 'Ember',
}
const reported = { outcome: 'applied', receivedAtMs: clickedAtMs + 6 * hourMs }

function step(toStatus: string, after: number, more: object = {}) {
  const { id } = makeConversion()
  return {
    conversionId: id,
    version: after,
    fromStatus: 'pending',
    toStatus,
    reason: null,
    source: 'postback',
    happenedAtMs: clickedAtMs + after * hourMs,
    ...more,
  }
}

test('an answer says what happened and why, what comes next, and names the id last', () => {
  const { publisher, user } = answer({
    requests: [reported],
    conversions: [makeConversion({ ...reward, status: 'approved' })],
    events: [
      step('pending', 6, { version: 1, fromStatus: null, reason: 'risk' }),
      step('approved', 37, { source: 'operator' }),
    ],
    callbacks: [
      { conversionId: makeConversion().id, state: 'delivered', endedAtMs: clickedAtMs + 37 * hourMs },
    ],
  })
  assert.deepEqual(publisher.slice(0, 3), [
    'The reward of lk-h8r for Coinharrow Exchange is approved: 2,100 Ember, which is 8.40 USD for you.',
    'The user followed the link on 18 November 2026 at 21:03. The network reported it on 19 November 2026 at 03:03. ' +
      'It was held for a check, because its risk is over the limit of the app. ' +
      'One of us approved it on 20 November 2026 at 10:03. ' +
      'Your server took the callback on 20 November 2026 at 10:03.',
    'It is in your balance, and part of your next payment. You need do nothing. The network can still take it back; then ' +
      'we tell your server at once.',
  ])
  assert.match(publisher.at(-1) ?? '', /^Click [0-9a-f-]+\. All times are UTC\.$/)
  assert.equal(user[0], 'Your reward for Coinharrow Exchange is approved: 2,100 Ember.')
})

test('the answer about a held reward says until when', () => {
  const releaseAtMs = Date.UTC(2026, 10, 27, 10, 12)
  const { publisher, user } = answer({
    conversions: [makeConversion({ ...reward, status: 'pending', reason: 'hold', releaseAtMs })],
  })
  assert.match(publisher[2] ?? '', /^It is approved by itself on 27 November 2026, unless/)
  assert.match(user[2] ?? '', /^It is due on 27 November 2026\./)
})

for (const [title, given, result] of [
  [
    'taken back by a person alone',
    { status: 'reversed', reason: 'withheld' },
    'The reward of lk-h8r for Coinharrow Exchange was taken back: 2,100 Ember, which was 8.40 USD for you.',
  ],
  [
    'taken back by the network',
    { status: 'reversed', reason: null },
    'The reward of lk-h8r for Coinharrow Exchange was taken back by the network: 2,100 Ember, which was 8.40 USD for you.',
  ],
  [
    'rejected by the network',
    { status: 'rejected', reason: null },
    'The network did not accept what lk-h8r did for Coinharrow Exchange: 2,100 Ember, which would have been 8.40 USD for you.',
  ],
] as const) {
  test(`${title}: the answer tells nothing of what the network pays, nor of people or networks by name`, () => {
    const told = answer({ conversions: [makeConversion({ ...reward, ...given })] })
    assert.equal(told.publisher[0], result)
    const text = [...told.publisher, ...told.user].join(' ')
    assert.doesNotMatch(text, /12\.00|Lumen|withheld|stands by/)
    assert.doesNotMatch(told.user.join(' '), /USD|risk|[0-9a-f]{8}-/)
  })
}

test('a reward that its network has taken back as well is final, and no publisher is asked to write', () => {
  const conversion = makeConversion({
    ...reward,
    status: 'reversed',
    reason: 'refused',
    reportedStatus: 'reversed',
  })
  const { publisher, user } = answer({
    conversions: [{ ...conversion, networkState: 'reversed' }],
    events: [
      step('reversed', 40, { fromStatus: 'approved', source: 'operator', reason: 'withheld' }),
      step('reversed', 50, { fromStatus: 'reversed', reason: 'refused' }),
    ],
    callbacks: [{ conversionId: conversion.id, state: 'pending', endedAtMs: null }],
  })
  const text = [...publisher, ...user].join(' ')
  assert.doesNotMatch(text, /write to us|can be credited/)
  assert.match(text, /One of us took it back on .* The network took it back as well on/)
})

test('a click that nobody reported, and one whose report was refused, say what is missing', () => {
  assert.match(answer({}).publisher[0] ?? '', /the network has reported nothing\.$/)
  const refused = { outcome: 'refused', reason: 'literal_macro', receivedAtMs: clickedAtMs + hourMs }
  const { publisher } = answer({ requests: [refused] })
  assert.match(publisher[1] ?? '', /was refused, because it holds a macro that was never filled in\./)
})

test('a name that looks like a placeholder is written as it is', () => {
  const { publisher } = answer(
    { conversions: [makeConversion({ ...reward, status: 'approved' })] },
    { userId: '{reward} $&' },
  )
  assert.match(publisher[0] ?? '', /^The reward of \{reward\} \$& for/)
})
