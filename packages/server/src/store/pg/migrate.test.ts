import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createEmptyDatabase } from '../../../../../test/support/database.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, migrationsDirectory } from './migrate.ts'

const one = 'create table a (id int)'
const two = 'alter table a add b int; insert into a values (1, 2)'

test('the files are applied in their order, each once', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = makeFolder(t, { '0001_one.sql': one, '0002_two.sql': two, 'README.md': 'not one' })
  assert.deepEqual(await migrate(database, folder), ['0001_one.sql', '0002_two.sql'])
  assert.deepEqual(await migrate(database, folder), [])
  writeFileSync(join(folder, '0010_three.sql'), 'drop table a')
  assert.deepEqual(await migrate(database, folder), ['0010_three.sql'])
  assert.deepEqual(await listApplied(database), ['0001_one.sql', '0002_two.sql', '0010_three.sql'])
})

test('a folder without files is no error', async (t) => {
  const { database } = await createEmptyDatabase()
  assert.deepEqual(await migrate(database, makeFolder(t, {})), [])
})

test('processes that start together apply each file once between them', async (t) => {
  const { database, url } = await createEmptyDatabase()
  const others = await Promise.all(
    [1, 2].map(() => openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 0 })),
  )
  t.after(() => Promise.all(others.map((other) => other.close())))
  const files = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((n) => [
      `000${n}_table.sql`,
      `create table t${n} (id int); select pg_sleep(0.02)`,
    ]),
  )
  const folder = makeFolder(t, files)
  const applied = await Promise.all([database, ...others].map((each) => migrate(each, folder)))
  assert.deepEqual(applied.flat().sort(), Object.keys(files))
})

test('a process waits for one that takes long to migrate, whatever its sessions wait for locks', async (t) => {
  const { database, url } = await createEmptyDatabase()
  const hasty = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 100, lockTimeoutMs: 20 })
  t.after(() => hasty.close())
  const folder = makeFolder(t, { '0001_slow.sql': 'create table a (id int); select pg_sleep(0.5)' })
  const applied = await Promise.all(
    [database, hasty].map((each) => migrate(each, folder, { lockTimeoutMs: 20 })),
  )
  assert.deepEqual(applied.flat(), ['0001_slow.sql'])
})

test('a file that fails is undone as a whole and named; those before it stay', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = makeFolder(t, { '0001_one.sql': one })
  await migrate(database, folder)
  writeFileSync(join(folder, '0002_two.sql'), two)
  writeFileSync(join(folder, '0003_bad.sql'), 'create table b (id int); select 1/0')
  await assert.rejects(migrate(database, folder), {
    message: 'Migration 0003_bad.sql failed and was rolled back: division by zero',
  })
  assert.deepEqual(await listApplied(database), ['0001_one.sql', '0002_two.sql'])
  await assert.rejects(database.query('select * from b'), /does not exist/)
  writeFileSync(join(folder, '0003_bad.sql'), 'create table b (id int)')
  assert.deepEqual(await migrate(database, folder), ['0003_bad.sql'])
})

test('a new database gets all of its tables or none', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = makeFolder(t, { '0001_one.sql': one, '0002_bad.sql': 'create table b (id int); select 1/0' })
  await assert.rejects(migrate(database, folder), {
    message: 'Migration 0002_bad.sql failed and was rolled back: division by zero',
  })
  assert.deepEqual(await database.query(`select 1 from pg_tables where schemaname = 'public'`), [])
  writeFileSync(join(folder, '0002_bad.sql'), 'create table b (id int)')
  assert.deepEqual(await migrate(database, folder), ['0001_one.sql', '0002_bad.sql'])
  assert.deepEqual(await listApplied(database), ['0001_one.sql', '0002_bad.sql'])
})

test('a file that was changed after it was applied is refused; other line ends are no change', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = makeFolder(t, { '0001_one.sql': `${one};\n-- end\n` })
  await migrate(database, folder)
  writeFileSync(join(folder, '0001_one.sql'), `${one};\r\n-- end\r\n`)
  assert.deepEqual(await migrate(database, folder), [])
  writeFileSync(join(folder, '0001_one.sql'), `${one};\n-- the end\n`)
  await assert.rejects(migrate(database, folder), /0001_one\.sql was changed after it was applied/)
})

test('a database of a newer Quoin is refused and left as it is', async (t) => {
  const { database } = await createEmptyDatabase()
  await migrate(database, makeFolder(t, { '0001_one.sql': one, '0002_two.sql': two }))
  const older = migrate(database, makeFolder(t, { '0001_one.sql': one }))
  await assert.rejects(
    older,
    /migrated by a newer Quoin \(0002_two\.sql\); this one knows migrations up to 0001_one\.sql/,
  )
})

test('a file that comes with a number before the applied ones is refused', async (t) => {
  const { database } = await createEmptyDatabase()
  await migrate(database, makeFolder(t, { '0001_one.sql': one, '0003_two.sql': two }))
  const late = makeFolder(t, { '0001_one.sql': one, '0002_late.sql': 'select 1', '0003_two.sql': two })
  await assert.rejects(
    migrate(database, late),
    /0003_two\.sql, but this Quoin has 0002_late\.sql in its place/,
  )
})

test('a number given twice and a name of another form are refused before anything is applied', async (t) => {
  const { database } = await createEmptyDatabase()
  const twice = makeFolder(t, { '0001_one.sql': one, '0001_two.sql': two })
  await assert.rejects(migrate(database, twice), /0001_one\.sql and 0001_two\.sql have the same number/)
  await assert.rejects(
    migrate(database, makeFolder(t, { '1_one.sql': one })),
    /is not named like 0001_what_it_does\.sql/,
  )
  assert.deepEqual(await database.query(`select 1 from pg_tables where tablename = 'schema_migrations'`), [])
})

test('a lock on a busy table is asked for again and again, and holds nobody up meanwhile', async (t) => {
  const { database } = await createEmptyDatabase()
  await migrate(database, makeFolder(t, { '0001_one.sql': one }))
  const folder = makeFolder(t, { '0001_one.sql': one, '0002_two.sql': two })
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const busy = database.transaction(async (tx) => {
    await tx.query('lock table a in access share mode')
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const migrated = migrate(database, folder, { lockTimeoutMs: 100 })
  const waiting = () => database.query("select from pg_locks where relation = 'a'::regclass and not granted")
  await until(async () => (await waiting()).length > 0, 'the migration asks for the table')
  // Behind an ALTER that went on waiting this would wait, too, until the one before both lets go.
  await database.query('select count(*) from a')
  released.resolve()
  assert.deepEqual(await migrated, ['0002_two.sql'])
  await busy
})

test('a migration whose table is busy for long is in the way of others for half of that time at most', async (t) => {
  const { database } = await createEmptyDatabase()
  await migrate(database, makeFolder(t, { '0001_one.sql': one }))
  const folder = makeFolder(t, { '0001_one.sql': one, '0002_two.sql': two })
  const waitMs = 100
  const startedMs = performance.now()
  const busy = database.transaction(async (tx) => {
    await tx.query('lock table a in access share mode')
    let waitedMs = 0
    while (performance.now() - startedMs < 20 * waitMs) {
      const askedMs = performance.now()
      await database.query('select from a')
      waitedMs += performance.now() - askedMs
      await delay(1)
    }
    return waitedMs
  })
  const migrated = migrate(database, folder, { lockTimeoutMs: waitMs })
  const waitedMs = await busy
  assert.deepEqual(await migrated, ['0002_two.sql'])
  const share = waitedMs / (20 * waitMs)
  assert.ok(share > 0.2, `others waited for ${share} of the time: the migration asked again and again`)
  assert.ok(share < 0.7, `others waited for ${share} of the time`)
})

test('a file that meets the transactions of a Quoin that still serves is tried again', async (t) => {
  const { database, url } = await createEmptyDatabase()
  await database.query('create table a (id int)')
  await database.query('create table b (id int)')
  const serving = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  t.after(() => serving.close())
  const folder = makeFolder(t, {
    '0001_meets.sql': 'lock table a; select pg_sleep(0.3); alter table b add c int',
  })
  const holding = serving.transaction(async (tx) => {
    // The other one notices first, and gives way.
    await tx.query(`set local deadlock_timeout = '1min'`)
    await tx.query('insert into b values (1)')
    const isHeld = `select 1 from pg_locks where relation = 'a'::regclass and mode = 'AccessExclusiveLock'`
    await until(async () => (await database.query(isHeld)).length > 0, 'the migration holds the other table')
    await tx.query('insert into a values (1)')
  })
  const [applied] = await Promise.all([migrate(database, folder), holding])
  assert.deepEqual(applied, ['0001_meets.sql'])
})

test('a table that stays busy ends in a sentence', async (t) => {
  const { database } = await createEmptyDatabase()
  await migrate(database, makeFolder(t, { '0001_one.sql': one }))
  const folder = makeFolder(t, { '0001_one.sql': one, '0002_two.sql': two })
  await database.transaction(async (tx) => {
    await tx.query('lock table a in access share mode')
    await assert.rejects(
      migrate(database, folder, { lockTimeoutMs: 10 }),
      /found its tables busy each time it tried/,
    )
  })
  assert.deepEqual(await listApplied(database), ['0001_one.sql'])
})

test("Quoin's own migrations apply to an empty database", async () => {
  const { database } = await createEmptyDatabase()
  const applied = await migrate(database, migrationsDirectory)
  assert.deepEqual(await listApplied(database), applied)
})

function makeFolder(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function listApplied(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>('select name from schema_migrations order by version')
  return rows.map(({ name }) => name)
}
