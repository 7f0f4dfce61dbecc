import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { until } from './support/eventually.ts'
import { runCommandHere } from './support/run-command.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/** The log of a server that backs itself up, and what can be made of it. */

const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
let folder: string
let backups: string
let server: ServerProcess
/** Moments between two notes. */
const moments: string[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-log-'))
  // As root, PostgreSQL runs as another account: it must get through, or its files lie elsewhere and stay.
  await chmod(folder, 0o711)
  backups = join(folder, 'kept')
  server = await startServerProcess({ environment: { BACKUP_TO: backups, DEMO_MONTH: 'off', ...passphrase } })
  await until(async () => await hasWhole(), 'the first backup is whole')
  await withDatabase(await urlOf(server), async (db) => {
    await db.query('create table notes (note int)')
    for (let note = 1; note <= 4; note += 1) {
      await db.query('insert into notes values ($1)', [note])
      // The clock of the database, in the middle of a pause.
      await delay(20)
      const [row] = await db.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
      )
      moments.push(row?.at ?? '')
      await delay(20)
      // Pieces of the log lie between some of them.
      if (note % 2 === 0) await db.query('select pg_switch_wal()')
    }
  })
})
after(() => rm(folder, { recursive: true, force: true }))

async function hasWhole(): Promise<boolean> {
  const names = await readdir(backups).catch(() => [])
  for (const name of names)
    if (await readFile(join(backups, name, 'backup.json')).catch(() => undefined)) return true
  return false
}

async function urlOf({ dataDir }: ServerProcess): Promise<string> {
  return (await findRunningEmbeddedPostgres(dataDir)) ?? ''
}

async function withDatabase(
  url: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
) {
  const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

async function notesOf(dataDir: string): Promise<number[]> {
  const restored = await startEmbeddedPostgres({ dataDir })
  const notes: number[] = []
  await withDatabase(restored.url, async (db) => {
    notes.push(
      ...(await db.query<{ note: number }>('select note from notes order by 1')).map(({ note }) => note),
    )
  })
  await restored.stop()
  return notes
}

async function restore(...words: string[]) {
  const dataDir = join(folder, 'restored')
  await rm(dataDir, { recursive: true, force: true })
  return { ...(await runCommandHere(['restore', backups, '--into', dataDir, ...words], passphrase)), dataDir }
}

/** The paths of pieces, below the folder of the log. */
async function pieces(): Promise<string[]> {
  const files = await readdir(join(backups, 'log'), { recursive: true }).catch(() => [])
  return files.filter((file) => file.endsWith('.zst') && !file.startsWith('histories'))
}

test('a closed piece of the log leaves the disk within seconds, also without a load', async () => {
  const archive = join(server.dataDir, 'postgres-archive')
  await until(async () => (await pieces()).length >= 2, 'the pieces are there')
  await until(async () => (await readdir(archive)).length === 0, 'nothing waits')
})

test('three moments are restored exactly, each on a timeline of its own', async () => {
  const timelines = new Set<string>()
  for (const note of [1, 2, 3]) {
    const ended = await restore('--to', moments[note - 1] ?? '')
    assert.equal(ended.code, 0, ended.stderr)
    assert.deepEqual(
      await notesOf(ended.dataDir),
      Array.from({ length: note }, (_, at) => at + 1),
    )
    const files = await readdir(join(ended.dataDir, 'postgres', 'pg_wal'))
    timelines.add(
      files
        .filter((file) => file.endsWith('.history'))
        .sort()
        .at(-1) ?? '',
    )
  }
  assert.equal(timelines.size, 3)
})

test('a moment that the log does not reach, and one before the first backup, restore nothing and say why', async () => {
  const late = await restore('--to', new Date(Date.now() + 3_600_000).toISOString())
  assert.deepEqual([late.code, /does not go until/.test(late.stderr)], [1, true], late.stderr)
  const early = await restore('--to', '2020-01-01T00:00Z')
  assert.deepEqual([early.code, /no whole backup of before 2020/.test(early.stderr)], [1, true], early.stderr)
  const wrong = await restore('--to', '2026-11-24 12:00')
  assert.match(wrong.stderr, /with its zone/)
  assert.deepEqual(await readdir(folder), ['kept'])
})

test('a damaged piece of the log is told, and nothing is half restored', async () => {
  const [first = ''] = (await pieces()).sort()
  const path = join(backups, 'log', first)
  const whole = await readFile(path)
  const damaged = Buffer.from(whole)
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 4
  await writeFile(path, damaged)
  const ended = await restore()
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /of the log is damaged/)
  assert.deepEqual(await readdir(folder), ['kept'])
  await writeFile(path, whole)
})

test('a disk that is lost costs a minute at most: what is older is there', async () => {
  await withDatabase(await urlOf(server), async (db) => {
    await db.query('insert into notes values (5)')
    const [row] = await db.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    const beganMs = performance.now()
    await until(async () => (await pieces()).some((file) => file.includes(row?.name ?? '-')), 'it left')
    assert.ok(performance.now() - beganMs < 60_000)
  })
  server.signal('SIGKILL')
  const ended = await restore()
  assert.equal(ended.code, 0, ended.stderr)
  assert.deepEqual(await notesOf(ended.dataDir), [1, 2, 3, 4, 5])
})
