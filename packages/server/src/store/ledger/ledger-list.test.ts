import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { listAccountEntries } from './ledger-list.ts'

const { database } = await createTestDatabase()
const id = (n: number): string => `0199f2c4-7a1e-7c3b-9d52-${String(n).padStart(12, '0')}`

await database.query(
  `insert into ledger_entries (source_id, version, account, party_id, amount_micros)
   select ('0199f2c4-7a1e-7c3b-9d52-' || lpad(n::text, 12, '0'))::uuid, 1, 'payable', 1 + n % 2, -n
   from generate_series(1, 9) n`,
  [],
)

for (const isDescending of [true, false])
  test(`the balance after each line goes on from page to page, ${isDescending ? 'newest' : 'oldest'} first`, async () => {
    const told: [string, string][] = []
    let after: readonly (string | number)[] | null = null
    for (;;) {
      const slice = { sort: 'time', isDescending, after, limit: 2 }
      const page = await listAccountEntries(database, { account: 'payable', partyId: 2 }, slice)
      for (const { sourceId, sumMicros } of page.rows) told.push([sourceId, sumMicros])
      after = page.end
      if (after === null) break
    }
    // The second party has the transactions 1, 3, 5, 7 and 9.
    const expected: [string, string][] = [
      [id(1), '-1'],
      [id(3), '-4'],
      [id(5), '-9'],
      [id(7), '-16'],
      [id(9), '-25'],
    ]
    assert.deepEqual(told, isDescending ? expected.toReversed() : expected)
  })
