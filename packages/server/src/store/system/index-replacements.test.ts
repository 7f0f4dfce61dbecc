import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { indexReplacements, replaceIndexes } from './index-replacements.ts'

let created: TestDatabase
before(async () => {
  created = await createTestDatabase()
})
after(() => created.drop())

async function indexes(): Promise<string[]> {
  const rows = await created.database.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'conversion_events'::regclass and indisvalid order by 1`,
    [],
  )
  return rows.map(({ name }) => name)
}

/** As they were before the migration, on a table that had grown. */
async function putBack(): Promise<void> {
  for (const { name, replaces } of indexReplacements) {
    await created.database.query(`drop index ${name}`, [])
    await created.database.query(`create index ${replaces} on conversion_events (written_in, version)`, [])
  }
}

test('a new database has the indexes that replace others, and nothing is left to do', async () => {
  const before = await indexes()
  for (const { name, replaces } of indexReplacements) {
    assert.ok(before.includes(name), name)
    assert.ok(!before.includes(replaces), replaces)
  }
  assert.deepEqual(await replaceIndexes(created.database), [])
  assert.deepEqual(await indexes(), before)
})

test('a table that has grown gets the same indexes later, also after an interruption', async () => {
  const before = await indexes()
  await putBack()
  await created.database.query('create index conversion_events_written on conversion_events (written_in)', [])
  await created.database.query(
    `update pg_index set indisvalid = false where indexrelid = 'conversion_events_written'::regclass`,
    [],
  )
  assert.deepEqual(
    await replaceIndexes(created.database),
    indexReplacements.map(({ name }) => name),
  )
  assert.deepEqual(await indexes(), before)
})

test('while one process replaces indexes another one leaves them alone', async () => {
  await putBack()
  const [first, second] = await Promise.all([
    replaceIndexes(created.database),
    replaceIndexes(created.database),
  ])
  assert.deepEqual(
    [...first, ...second],
    indexReplacements.map(({ name }) => name),
  )
})
