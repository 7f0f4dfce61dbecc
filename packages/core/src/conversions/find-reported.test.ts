import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findReported, takesBackOf } from './find-reported.ts'
import { makeConversion as one } from '../../../../test/support/make-conversion.ts'

const named = { goal: '', formerGoal: null, txnKey: '', txnId: null, takesBack: null } as const
const claim = one({ id: 'claim', source: 'claim', status: 'pending', reportedStatus: null })

type Name = Parameters<typeof findReported>[1]
const reports: readonly (readonly [
  about: string,
  ofClick: Parameters<typeof findReported>[0],
  report: Partial<Name>,
  found: string | undefined,
])[] = [
  ['a first report', [], {}, undefined],
  ['the goal that it names', [one({ id: 'a', goal: 'x' }), one({ id: 'b', goal: 'y' })], { goal: 'y' }, 'b'],
  ['a goal by its former name', [one({ id: 'a', goal: 'old' })], { goal: 'new', formerGoal: 'old' }, 'a'],
  [
    'the goal rather than its former name',
    [one({ id: 'a', goal: 'old' }), one({ id: 'b', goal: 'new' })],
    { goal: 'new', formerGoal: 'old' },
    'b',
  ],
  ['another goal', [one({ goal: 'x' })], { goal: 'y' }, undefined],
  ['its key', [one({ id: 'a', txnKey: '1' }), one({ id: 'b', txnKey: '2' })], { txnKey: '2' }, 'b'],
  ['another transaction', [one({ txnKey: '1', txnId: '1' })], { txnKey: '2', txnId: '2' }, undefined],
  [
    'its transaction, though the key is another by now',
    [one({ id: 'a', txnKey: '7', txnId: '7' })],
    { txnKey: '', txnId: '7' },
    'a',
  ],
  ['a claim that the network has not spoken about', [{ ...claim, txnKey: 'c' }], {}, 'claim'],
  ['a claim that was approved', [{ ...claim, txnKey: 'c', status: 'approved' }], {}, 'claim'],
  ['a claim that was rejected', [{ ...claim, txnKey: 'c', status: 'rejected' }], {}, undefined],
  ['a claim that has been reported', [{ ...claim, txnKey: 'c', reportedStatus: 'pending' }], {}, undefined],
  [
    'the claim of its transaction, before others',
    [
      { ...claim, txnKey: 'c' },
      { ...claim, id: 'same', txnKey: 'd', status: 'rejected', claimTxnId: '7' },
    ],
    { txnKey: '7', txnId: '7' },
    'same',
  ],
  [
    'a claim of this transaction elsewhere',
    [{ ...claim, txnKey: 'c' }],
    { txnKey: '7', txnId: '7', claimedElsewhere: one({ id: 'elsewhere' }) },
    'elsewhere',
  ],
  [
    'a claim elsewhere, of no transaction',
    [{ ...claim, txnKey: 'c' }],
    { claimedElsewhere: one({ id: 'elsewhere' }) },
    'claim',
  ],
  [
    'the only one that can be taken back, whatever its goal is',
    [one({ id: 'a', goal: 'x', reportedStatus: 'approved' })],
    { takesBack: 'any goal' },
    'a',
  ],
  [
    'one of several that can be taken back',
    [one({ goal: 'x', reportedStatus: 'approved' }), one({ goal: 'y', reportedStatus: 'pending' })],
    { takesBack: 'any goal' },
    'several',
  ],
  [
    'the one of several that still stands',
    [
      one({ id: 'a', goal: 'x', reportedStatus: 'reversed' }),
      one({ id: 'b', goal: 'y', reportedStatus: 'pending' }),
    ],
    { takesBack: 'any goal' },
    'b',
  ],
  [
    'the transaction that it takes back, whatever its goal is',
    [
      one({ id: 'a', goal: '', txnId: 'A', reportedStatus: 'approved' }),
      one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal', txnId: 'B' },
    'b',
  ],
  [
    'a transaction of another goal, though its own can be earned several times',
    [
      one({ id: 'a', goal: '', txnKey: 'A', txnId: 'A', reportedStatus: 'approved' }),
      one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal', txnKey: 'B', txnId: 'B' },
    'b',
  ],
  [
    'one of several of a goal that can be earned several times',
    [
      one({ id: 'a', reportedStatus: 'approved' }),
      one({ id: 'b', txnKey: 'B', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal' },
    'several',
  ],
  [
    'a transaction that was taken back, once more',
    [
      one({ id: 'a', goal: '', txnId: 'A', reportedStatus: 'reversed' }),
      one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal', txnId: 'A' },
    'a',
  ],
  [
    'the claim of the transaction that it takes back, rather than what stands',
    [
      { ...claim, goal: '', status: 'approved', claimTxnId: 'C' },
      one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal', txnId: 'C' },
    'claim',
  ],
  [
    'a claim elsewhere of the transaction that it takes back, rather than what stands',
    [one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' })],
    { takesBack: 'any goal', txnId: 'C', claimedElsewhere: one({ id: 'elsewhere' }) },
    'elsewhere',
  ],
  [
    'the transaction that it takes back, by its former id',
    [
      one({ id: 'a', goal: '', txnId: 'A2', formerTxnId: 'A', reportedStatus: 'approved' }),
      one({ id: 'b', goal: 'y', txnId: 'B', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal', txnId: 'A' },
    'a',
  ],
  [
    'one of several, of which the default goal is one',
    [one({ goal: '', reportedStatus: 'approved' }), one({ goal: 'y', reportedStatus: 'approved' })],
    { takesBack: 'any goal' },
    'several',
  ],
  [
    'the one that still stands, when that of the default goal does not',
    [
      one({ id: 'a', goal: '', reportedStatus: 'rejected' }),
      one({ id: 'b', goal: 'y', reportedStatus: 'approved' }),
    ],
    { takesBack: 'any goal' },
    'b',
  ],
  [
    'its goal once more, when nothing stands',
    [one({ id: 'a', goal: '', reportedStatus: 'reversed' })],
    { takesBack: 'any goal' },
    'a',
  ],
  [
    'the one that stands, when it names another transaction',
    [one({ id: 'a', goal: 'y', txnId: 'A', reportedStatus: 'approved' })],
    { takesBack: 'any goal', txnId: 'Z' },
    'a',
  ],
  [
    'none of another goal',
    [one({ goal: 'x', reportedStatus: 'approved' })],
    { takesBack: 'its goal' },
    undefined,
  ],
  [
    'its own goal, under any key',
    [one({ id: 'a', txnKey: '9', reportedStatus: 'approved' })],
    { takesBack: 'its goal' },
    'a',
  ],
  [
    'none of another transaction',
    [one({ txnKey: '9', reportedStatus: 'approved' })],
    { takesBack: 'any goal', txnKey: '8', txnId: '8' },
    undefined,
  ],
]
for (const [about, ofClick, report, expected] of reports) {
  test(`a report is about ${about}`, () => {
    const found = findReported(ofClick, { ...named, ...report })
    assert.equal(typeof found === 'object' ? found.id : found, expected)
  })
}

test('a reversal without a goal may mean any, a rejection only its own', () => {
  const backOf = (...given: Parameters<typeof takesBackOf>) => takesBackOf(...given)
  assert.deepEqual(
    [
      backOf({ status: 'reversed', isGoalNamed: false }),
      backOf({ status: 'reversed', isGoalNamed: true }),
      backOf({ status: 'rejected', isGoalNamed: false }),
      backOf({ status: 'approved', isGoalNamed: false }),
      backOf({ status: 'pending', isGoalNamed: true }),
    ],
    ['any goal', 'its goal', 'its goal', null, null],
  )
})
