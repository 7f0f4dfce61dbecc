import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { findSettledAuditId, insertAudit, listAuditAfter } from './audit.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

function entry(object: string) {
  return { actor: 'ada', action: 'cap.set' as const, object, details: {}, nowMs: 0 }
}

test('an export ends before no change that is still under way: a later one that has ended waits with it', async () => {
  const { database: db } = database
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isIn, resolve: tellIn } = Promise.withResolvers<void>()
  const slow = db.transaction(async (tx) => {
    await insertAudit(tx, entry('slow'))
    tellIn()
    await goOn
  })
  await isIn
  await insertAudit(db, entry('quick'))
  const settled = findSettledAuditId(db)
  letGo()
  await slow
  const upToId = await settled
  const rows = await listAuditAfter(db, { afterId: 0, upToId, limit: 10 })
  assert.deepEqual(
    rows.map(({ object }) => object),
    ['slow', 'quick'],
  )
})
