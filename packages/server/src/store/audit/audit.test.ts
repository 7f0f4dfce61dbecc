import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { insertAudit } from './audit.ts'

const { database: db } = await createTestDatabase()

test('a change is kept with who made it, when, and what it was about', async () => {
  const nowMs = 1_790_812_843_123
  const details = { value: 'Zoë', expiresAtMs: null, days: 3 }
  await insertAudit(db, { actor: 'tester', action: 'cap.set', object: 'cap:7', details, nowMs })
  assert.deepEqual(await db.query('select happened_at, actor, action, object, details from audit_log', []), [
    { happened_at: nowMs, actor: 'tester', action: 'cap.set', object: 'cap:7', details },
  ])
})
