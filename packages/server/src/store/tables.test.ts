import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tables } from '@quoin/core/retention/tables.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import { store } from './index.ts'

test('the table of all tables names each table of the schema, and no other', async () => {
  const { database } = await createTestDatabase()
  await store.clickWeeks.createClickPartition(database, weekOf(Date.now()))
  const found = await database.query<{ name: string; isUnlogged: boolean }>(
    `select relname as name, relpersistence = 'u' as "isUnlogged" from pg_class
     where relnamespace = (select relnamespace from pg_class where oid = 'clicks'::regclass)
       and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  const told = Object.entries(tables).map(([name, { isUnlogged = false }]) => ({ name, isUnlogged }))
  assert.deepEqual(
    told.sort((one, other) => (one.name < other.name ? -1 : 1)),
    found,
  )
})
