import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversion } from '../conversions/conversion.ts'
import type { ConversionStatus } from '../conversions/status.ts'
import { entriesOf } from './book-conversion.ts'
import type { LedgerEntry } from './ledger-entry.ts'

const of = { id: 'c', appId: 7, networkId: 3, isTest: false }

function state(status: ConversionStatus, revenueMicros: number, payoutMicros: number, version = 1) {
  const reason: Conversion['reason'] = null
  return { ...of, version, status, reason, revenueMicros, payoutMicros }
}

const withheld = { ...state('reversed', 150, 100, 2), reason: 'withheld' } as const

function short(entries: readonly LedgerEntry[]): string {
  return entries
    .map(({ account, partyId, amountMicros }) => `${account} ${partyId} ${amountMicros}`)
    .join(', ')
}

const booked = 'receivable 3 150, payable 7 -100, margin null -50'
const mirrored = 'receivable 3 -150, payable 7 100, margin null 50'

for (const [title, before, after, expected] of [
  ['pending owes nothing', undefined, state('pending', 150, 100), ''],
  ['rejected at once owes nothing', undefined, state('rejected', 150, 100), ''],
  ['approved at once', undefined, state('approved', 150, 100), booked],
  ['approved after pending', state('pending', 150, 100), state('approved', 150, 100, 2), booked],
  ['reversed', state('approved', 150, 100), state('reversed', 150, 100, 2), mirrored],
  [
    'reversed with other amounts takes back what was booked',
    state('approved', 150, 100),
    state('reversed', 1, 1, 2),
    mirrored,
  ],
  [
    'withheld: the network goes on owing',
    state('approved', 150, 100),
    withheld,
    'payable 7 100, margin null -100',
  ],
  [
    'withheld, and taken back by the network as well',
    withheld,
    { ...state('reversed', 150, 100, 3), reason: 'refused' },
    'receivable 3 -150, margin null 150',
  ],
  ['another price books the difference', state('approved', 100, 70), state('approved', 250, 170, 2), booked],
  [
    'a price that only the network sees',
    state('approved', 100, 70),
    state('approved', 120, 70, 2),
    'receivable 3 20, margin null -20',
  ],
  [
    'the publisher gets all of it',
    undefined,
    state('approved', 100, 100),
    'receivable 3 100, payable 7 -100',
  ],
  [
    'a loss of the platform',
    undefined,
    state('approved', 60, 100),
    'receivable 3 60, payable 7 -100, margin null 40',
  ],
  ['nothing is earned', undefined, state('approved', 0, 0), ''],
  ['nothing changes', state('approved', 150, 100), state('approved', 150, 100, 2), ''],
  ['test mode', undefined, { ...state('approved', 150, 100), isTest: true }, ''],
] as const) {
  test(`booked: ${title}`, () => {
    const entries = entriesOf(before, after)
    assert.equal(short(entries), expected)
    assert.equal(
      entries.reduce((sum, { amountMicros }) => sum + amountMicros, 0),
      0,
    )
    assert.ok(entries.every(({ sourceId, version }) => sourceId === 'c' && version === after.version))
  })
}
