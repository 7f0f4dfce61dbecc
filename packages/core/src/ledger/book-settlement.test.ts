import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOfSettlement, type SettlementKind } from './book-settlement.ts'

const plain = { id: 's', reference: 'r', reason: '', actor: 'a', settledAtMs: 0 }
const app = { appId: 7, networkId: null }
const network = { appId: null, networkId: 3 }

for (const [kind, party, amountMicros, expected] of [
  // Our debt is a credit and falls by a debit.
  [
    'paid',
    app,
    100,
    [
      ['payable', 7, 100],
      ['cash', null, -100],
    ],
  ],
  [
    'received',
    network,
    100,
    [
      ['receivable', 3, -100],
      ['cash', null, 100],
    ],
  ],
  [
    'adjusted',
    app,
    100,
    [
      ['payable', 7, -100],
      ['adjustment', null, 100],
    ],
  ],
  [
    'adjusted',
    app,
    -100,
    [
      ['payable', 7, 100],
      ['adjustment', null, -100],
    ],
  ],
  [
    'adjusted',
    network,
    100,
    [
      ['receivable', 3, 100],
      ['adjustment', null, -100],
    ],
  ],
  [
    'adjusted',
    network,
    -100,
    [
      ['receivable', 3, -100],
      ['adjustment', null, 100],
    ],
  ],
] as const satisfies readonly (readonly [SettlementKind, object, number, unknown])[]) {
  test(`${kind} ${amountMicros} of ${party === app ? 'an app' : 'a network'}`, () => {
    const entries = entriesOfSettlement({ ...plain, ...party, kind, amountMicros })
    assert.deepEqual(
      entries.map(({ account, partyId, amountMicros }) => [account, partyId, amountMicros]),
      expected,
    )
    assert.ok(entries.every(({ sourceId, version }) => sourceId === 's' && version === 0))
  })
}
