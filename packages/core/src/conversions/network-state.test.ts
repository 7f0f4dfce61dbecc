import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hear, meaningOf, networkStateOf } from './network-state.ts'
import { type ConversionStatus, conversionStatuses, type NetworkState } from './status.ts'

const nothing = '·'
/** By what was heard (down) and what is said now (across): a state, a repeat, superseded, or refused. */
const table: Record<NetworkState, string> = {
  //           pending    approved    rejected  reversed
  none: '      pending    approved    rejected  ·',
  claimed: '   pending    approved    rejected  reversed',
  pending: '   repeat     approved    rejected  rejected',
  approved: '  superseded repeat      ·         reversed',
  rejected: '  ·          approved    repeat    ·',
  reversed: '  superseded superseded  ·         repeat',
}

function heardAs(state: NetworkState) {
  if (state === 'none') return undefined
  return state === 'claimed'
    ? { reportedStatus: null, networkState: null }
    : { reportedStatus: state, networkState: state }
}

for (const [from, row] of Object.entries(table) as [NetworkState, string][]) {
  for (const [column, expected] of row.trim().split(/\s+/).entries()) {
    const said = conversionStatuses[column] ?? 'pending'
    test(`${from}, the network says ${said}: ${expected === nothing ? 'refused' : expected}`, () => {
      const hearing = hear(heardAs(from), said)
      const outcome = hearing.kind === 'news' ? hearing.state : hearing.kind
      assert.equal(outcome, expected === nothing ? 'refused' : expected)
    })
  }
}

test('reversed before anything was approved can be corrected, and comes again as a duplicate', () => {
  const lost = { reportedStatus: 'reversed', networkState: 'rejected' } as const
  assert.equal(networkStateOf(lost), 'rejected')
  assert.deepEqual(hear(lost, 'reversed'), { kind: 'repeat' })
  assert.deepEqual(hear(lost, 'rejected'), { kind: 'repeat' })
  assert.deepEqual(hear(lost, 'approved'), { kind: 'news', state: 'approved' })
})

test('a row that an older version wrote or moved says what was said last, and a reversal ends it', () => {
  for (const [reportedStatus, networkState, expected] of [
    ['approved', null, 'approved'],
    ['reversed', null, 'reversed'],
    ['reversed', 'approved', 'reversed'],
    ['reversed', 'pending', 'reversed'],
    ['approved', 'pending', 'approved'],
    ['approved', 'reversed', 'reversed'],
  ] as const) {
    assert.equal(networkStateOf({ reportedStatus, networkState }), expected)
  }
})

test('a word may mean something else after another', () => {
  const report = { status: 'rejected', meaningsAfter: { approved: 'reversed' } } as const
  const after = (state: NetworkState): ConversionStatus => meaningOf(report, heardAs(state))
  assert.deepEqual((['none', 'claimed', 'pending', 'rejected'] as const).map(after), [
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ])
  assert.equal(after('approved'), 'reversed')
  assert.equal(after('reversed'), 'reversed', 'the word that took it back is a duplicate when it comes again')
  assert.equal(meaningOf({ status: 'rejected' }, heardAs('approved')), 'rejected')
})
