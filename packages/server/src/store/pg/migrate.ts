import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type Database, type Db, hasSqlState } from './database.ts'

/** The migrations of this version of Quoin. */
export const migrationsDirectory = join(import.meta.dirname, '../../../migrations')

interface Migration {
  version: number
  name: string
  checksum: string
  sql: string
}

/** Whether a migration was ever applied to this database. */
export async function hasTables(db: Db): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(
    "select to_regclass('schema_migrations') is not null as has",
    [],
  )
  return row?.has === true
}

interface Applied {
  version: number
  name: string
  checksum: string
}

/** Any number; all processes of Quoin on one database must use the same. */
const lockKey = 7_168_201
/**
 * Two minutes of waiting and letting others pass. A version before may hold a table for seconds at a time (a roll-up of
 * statistics did for eight), and one of the waits has to see it end.
 */
const attemptsMax = 120
const lockWaitMs = 500

/** How far the migrations are: `done` of `of` are applied, and `name` is the one that is at work. */
export interface MigrationProgress {
  readonly name: string
  readonly done: number
  readonly of: number
}

interface MigrateOptions {
  /**
   * A lock on a busy table is waited for only this long, because whoever asks for the table after us waits behind us.
   * For as long again others pass; then it is asked for anew.
   */
  lockTimeoutMs?: number
  /** Is told before each one begins, and with undefined when the last is through or one has failed. */
  onProgress?: (progress: MigrationProgress | undefined) => void
}

/**
 * Brings the database up to the newest file `NNNN_name.sql` of the directory, each in a transaction of its
 * own, and returns the names of those that were applied now. A new database gets all in one transaction: nobody uses its
 * tables yet, and each commit would wait for the disk. Processes that start together wait for each other. Refuses a database that was made by a newer Quoin, and one whose applied files have changed since.
 */
export async function migrate(
  database: Database,
  directory: string,
  { lockTimeoutMs = lockWaitMs, onProgress = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const done: string[] = []
  try {
    for (;;) {
      const applied = await withRetry(lockTimeoutMs, () =>
        database.transaction((tx) => applyNext(tx, migrations, { lockTimeoutMs, onProgress })),
      )
      if (applied.length === 0) return done
      done.push(...applied)
    }
  } finally {
    onProgress(undefined)
  }
}

/** Applies the first file that is not recorded yet, if there is one; in a new database all of them. */
async function applyNext(
  tx: Db,
  migrations: readonly Migration[],
  { lockTimeoutMs, onProgress }: Required<MigrateOptions>,
): Promise<string[]> {
  // Whatever the session allows: another process may be at it for long.
  await tx.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await takeTurn(tx)
  await tx.query(`set local lock_timeout = ${lockTimeoutMs}`)
  await tx.query(recordTable)
  const applied = await tx.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  )
  assertSameHistory(applied, migrations)
  const next = migrations.slice(applied.length, applied.length === 0 ? undefined : applied.length + 1)
  for (const [index, { name, sql }] of next.entries()) {
    onProgress({ name, done: applied.length + index, of: migrations.length })
    await apply(tx, name, sql)
  }
  await record(tx, next)
  return next.map(({ name }) => name)
}

/** Makes the tables as they were after a migration, in an empty database, within a transaction of the caller's. */
export async function createTables(tx: Db, directory: string, upTo: number): Promise<void> {
  const all = await readMigrations(directory)
  const wanted = all.filter(({ version }) => version <= upTo)
  await takeTurn(tx)
  await tx.query(recordTable)
  for (const { name, sql } of wanted) await apply(tx, name, sql)
  await record(tx, wanted)
}

/** Held to the end of the transaction: whoever comes second reads the record after the first has written it. */
async function takeTurn(tx: Db): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey], unlimited)
}

const recordTable = `create table if not exists schema_migrations (
  version int primary key, name text not null, checksum text not null,
  applied_at timestamptz not null default now())`

async function record(tx: Db, applied: readonly Migration[]): Promise<void> {
  await tx.query(
    `insert into schema_migrations (version, name, checksum)
     select * from unnest($1::int[], $2::text[], $3::text[])`,
    [
      applied.map(({ version }) => version),
      applied.map(({ name }) => name),
      applied.map(({ checksum }) => checksum),
    ],
  )
}

async function apply(tx: Db, name: string, sql: string): Promise<void> {
  try {
    await tx.query(sql, undefined, unlimited)
  } catch (error) {
    if (isTablesBusy(error)) throw error
    throw new Error(`Migration ${name} failed and was rolled back: ${messageOf(error)}`, { cause: error })
  }
}

const unlimited = { timeoutMs: 0 }
const lockNotAvailable = '55P03'
const deadlock = '40P01'

/** Others work on the tables, such as a Quoin that serves still, and a migration locks them in an order of its own. */
function isTablesBusy(error: unknown): boolean {
  return hasSqlState(error, lockNotAvailable) || hasSqlState(error, deadlock)
}

/** The applied ones must be the first of ours, in order and unchanged. */
function assertSameHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)
  for (const [index, old] of applied.entries()) {
    const own = migrations[index]
    if (old.version > (newest?.version ?? 0)) {
      throw new Error(
        `The database was migrated by a newer Quoin (${old.name}); this one knows migrations up to ` +
          `${newest?.name ?? 'none'}. Start the newer version`,
      )
    }
    if (own === undefined || own.version !== old.version) {
      throw new Error(
        `The database has migration ${old.name}, but this Quoin has ${own?.name ?? 'none'} in its place; ` +
          'a migration must be added after those that were applied',
      )
    }
    if (own.checksum !== old.checksum) {
      throw new Error(
        `Migration ${own.name} was changed after it was applied to this database: ` +
          'restore the file and add a new one',
      )
    }
  }
}

/** The number of the last migration that this version of Quoin knows. */
export async function lastMigration(directory: string): Promise<number> {
  return (await readMigrations(directory)).at(-1)?.version ?? 0
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)))
  for (const [index, { version, name }] of migrations.entries()) {
    const twin = migrations[index - 1]
    if (twin?.version === version) throw new Error(`Migrations ${twin.name} and ${name} have the same number`)
  }
  return migrations
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const match = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)
  if (match === null) throw new Error(`${join(directory, name)} is not named like 0001_what_it_does.sql`)
  // Line ends are made equal, or a checkout on Windows would look like a changed file.
  const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { version: Number(match[1]), name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
}

async function withRetry<T>(pauseMs: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (cause) {
      if (!isTablesBusy(cause)) throw cause
      if (attempt >= attemptsMax) {
        throw new Error(
          'A migration found its tables busy each time it tried: start again in a quieter moment',
          { cause },
        )
      }
      await delay(pauseMs)
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
