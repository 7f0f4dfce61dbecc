import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { startAnsweringServer } from '../../../../../test/support/answering-server.ts'
import { runCommandHere } from '../../../../../test/support/run-command.ts'
import { runQuoin } from '../../../../../test/support/run-program.ts'
import { openServerDatabase } from '../../boot/open-database.ts'
import { DatabaseAwayError, StartError } from '../../boot/process/start-error.ts'
import { openDatabase } from './database.ts'
import { refusalOf } from './refused-engines.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const QUOIN_SECRET = 'a-secret-of-the-engine-tests-0123456789'
const cockroach = 'CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27 01:53:43, go1.19.10)'
const gcc = 'on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit'

for (const [version, distributedTables, told] of [
  [cockroach, 0, /^DATABASE_URL leads to CockroachDB, .*advisory locks do nothing.*paid twice\. Quoin needs/],
  [`PostgreSQL 11.2-YB-2.18.0.0-b0 ${gcc}`, 0, /^DATABASE_URL leads to YugabyteDB, .*one node alone/],
  [`PostgreSQL 15.2-YB-2025.1.0.0-b0 ${gcc}`, 0, /^DATABASE_URL leads to YugabyteDB, /],
  [`PostgreSQL 17.6 ${gcc}`, 1, /^DATABASE_URL leads to a Citus database with 1 distributed table: /],
  [`PostgreSQL 17.6 ${gcc}`, 12, /^DATABASE_URL leads to a Citus database with 12 distributed tables: /],
] as const) {
  test(`${version.slice(0, 32)} with ${distributedTables} distributed tables is refused by name`, () => {
    assert.match(refusalOf({ version, distributedTables }) ?? '', told)
  })
}

for (const version of [
  `PostgreSQL 15.18 (Debian 15.18-0+deb12u1) ${gcc}`,
  'PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 7.5.0, 64-bit',
  'PostgreSQL 16.6 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0, 64-bit',
  'PostgreSQL 17.5 (Ubuntu 17.5-YBuntu) on x86_64-pc-linux-gnu, 64-bit',
]) {
  test(`${version.slice(0, 48)} is PostgreSQL`, () => {
    assert.equal(refusalOf({ version, distributedTables: 0 }), undefined)
  })
}

test('a start on another engine ends at once with the reason, and has asked for nothing but its version', async (t) => {
  const server = await startAnsweringServer(cockroach)
  t.after(() => server.close())
  const folder = mkdtempSync(join(tmpdir(), 'quoin-engine-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const environment = { DATABASE_URL: server.url, QUOIN_SECRET, DATA_DIR: folder }
  for (const ended of [
    await runQuoin(['serve'], { ...environment, PORT: '0' }),
    await runCommandHere(['apps', 'list'], environment),
  ]) {
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /^DATABASE_URL leads to CockroachDB, [^\n]+ Quoin needs PostgreSQL[^\n]+\n$/)
  }
  assert.deepEqual([...new Set(server.asked)], ['select version() as version'])
})

test('the same where it is one of several hosts', async (t) => {
  const servers = await Promise.all([1, 2].map(() => startAnsweringServer(cockroach)))
  t.after(() => Promise.all(servers.map((server) => server.close())))
  const hosts = servers.map(({ url }) => new URL(url).host).join(',')
  const databaseUrl = `postgres://quoin@${hosts}/quoin`
  const opened = openServerDatabase({ databaseUrl, dataDir: 'none', databaseConnections: 2 }, silent)
  await assert.rejects(opened, (error) => {
    assert.ok(
      error instanceof StartError && !(error instanceof DatabaseAwayError),
      'no later start does better',
    )
    assert.match(error.message, /^DATABASE_URL leads to CockroachDB, /)
    return true
  })
})

test('a database with the extension Citus is refused as soon as it has distributed tables, and not before', async () => {
  const { database, url } = await createTestDatabase()
  // As the extension makes it; none of its code is there.
  await database.transaction(async (tx) => {
    await tx.query('set local allow_system_table_mods = on')
    await tx.query(
      'create table pg_catalog.pg_dist_partition (logicalrelid regclass primary key, partmethod "char")',
    )
    await tx.query(
      `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
       select 999999, 'citus', 10, oid, false, '13.0-1' from pg_namespace where nspname = 'pg_catalog'`,
    )
  })
  const open = () => openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  await (await open()).close()
  await database.transaction(async (tx) => {
    await tx.query('set local allow_system_table_mods = on')
    await tx.query(`insert into pg_catalog.pg_dist_partition values ('clicks', 'h')`)
  })
  await assert.rejects(open(), /DATABASE_URL leads to a Citus database with 1 distributed table: /)
})
