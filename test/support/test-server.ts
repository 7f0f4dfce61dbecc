import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import { commandLineOf, isAlive } from '../../packages/embedded-postgres/src/process-of.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { migrate, migrationsDirectory } from '../../packages/server/src/store/pg/migrate.ts'
import { makeClickPartitions } from '../../packages/server/src/jobs/keep-click-partitions.ts'
import type { Log } from '../../packages/server/src/ports/ports.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { GivenClock } from './given-clock.ts'
import { memoryFolder } from './memory-folder.ts'

/** Any number; those who copy or build the template on one server take turns with it. */
const templateLock = 7_168_202

/**
 * Starts a server for tests, on a copy of another one's folder if that is given. Its data lies in a temporary folder
 * and goes with it, also when the process ends without `stop`; what a killed process has left is cleared by the next
 * one.
 */
export async function startTestServer(copied?: string): Promise<EmbeddedPostgres> {
  await clearLeftovers()
  const dataDir = await makeTestFolder()
  if (copied !== undefined) await promisify(execFile)('cp', ['-a', `${copied}/.`, dataDir])
  const remove = () => removeServer(dataDir)
  process.once('exit', remove)
  const server = await startEmbeddedPostgres({ dataDir })
  return {
    ...server,
    async stop() {
      await server.stop()
      remove()
      process.off('exit', remove)
    },
  }
}

/**
 * Runs tests on one server with its template: that of QUOIN_TEST_DATABASE_URL, else one of its own. The settings tell
 * test processes where it is.
 */
export async function onTestServer<T>(run: (settings: Record<string, string>) => Promise<T>): Promise<T> {
  const given = process.env['QUOIN_TEST_DATABASE_URL']
  const server = given === undefined ? await startTestServer() : undefined
  try {
    const url = given ?? server?.url ?? ''
    return await run({ QUOIN_TEST_DATABASE_URL: url, QUOIN_TEST_TEMPLATE: await prepareTemplate(url) })
  } finally {
    await server?.stop()
  }
}

/**
 * The same on several servers at once, their addresses given to `run`. On a server that is shared, a transaction of one
 * test holds back what another reads: rows are listed when no transaction of the whole server can come before them.
 */
export async function onTestServers<T>(
  count: number,
  run: (urls: readonly string[], settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (count === 1 || process.env['QUOIN_TEST_DATABASE_URL'] !== undefined) {
    return await onTestServer((settings) =>
      run(Array<string>(count).fill(settings['QUOIN_TEST_DATABASE_URL'] ?? ''), settings),
    )
  }
  await using servers = new AsyncDisposableStack()
  const original = await makeTestFolder()
  servers.defer(() => removeServer(original))
  const first = await startEmbeddedPostgres({ dataDir: original })
  const template = await prepareTemplate(first.url).finally(() => first.stop())
  const starts = Array.from({ length: count }, async () => {
    const server = await startTestServer(original)
    servers.defer(() => server.stop())
    await warmUp(server.url, template)
    return server.url
  })
  return await run(await Promise.all(starts), { QUOIN_TEST_TEMPLATE: template })
}

function makeTestFolder(): Promise<string> {
  return mkdtemp(join(memoryFolder(), `quoin-test-${process.pid}-`))
}

/** Clears the leftovers of killed processes. Others may be clearing, too, and not all of them are ours to remove. */
async function clearLeftovers(): Promise<void> {
  const folder = memoryFolder()
  for (const name of await readdir(folder)) {
    const pid = /^quoin-test-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    try {
      removeServer(join(folder, name))
    } catch {
      // It costs some space until the system clears its temporary folder.
    }
  }
}

/**
 * Ends what still runs in a temporary folder and removes it. Synchronous, for the last moment of a process.
 */
export function removeServer(dataDir: string): void {
  const pid = Number(readPidFile(dataDir).split('\n')[0])
  if (pid > 0 && commandLineOf(pid).includes(dataDir)) {
    process.kill(pid, 'SIGQUIT')
    // It takes files away itself while it ends, which disturbs whoever removes the folder at the same time.
    for (let waits = 0; waits < 400 && commandLineOf(pid) !== ''; waits++) Atomics.wait(sleeper, 0, 0, 5)
  }
  rmSync(dataDir, { recursive: true, force: true })
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

function readPidFile(dataDir: string): string {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Makes the template for the present migrations if the server has none, and returns its name. */
export async function prepareTemplate(server: string): Promise<string> {
  return withTemplateLock(server, (admin) => ensureTemplate(server, admin))
}

export async function ensureTemplate(server: string, admin: Database): Promise<string> {
  const name = `quoin_template_${await printOfMigrations()}`
  const known = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'quoin\\_template\\_%'",
  )
  if (known.some(({ datname }) => datname === name)) return name
  for (const { datname } of known) await admin.query(`drop database ${datname}`)
  // The name says that it is complete, so it gets it last.
  const draft = `${name}_draft`
  await admin.query(`create database ${draft} template template0`)
  await withDatabaseOf(server, draft, fillTemplate)
  await warmUp(server, draft)
  await admin.query(`alter database ${draft} rename to ${name}`)
  return name
}

/** A session of the finished template leaves what the server remembers of its catalogues: copies have it, too. */
async function warmUp(server: string, template: string): Promise<void> {
  await withDatabaseOf(server, template, (db) => db.query('select 1'))
}

const beginning = new GivenClock()
const noLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** The tables, and the weeks of clicks around the time at which tests begin: no world need make them. */
async function fillTemplate(db: Database): Promise<void> {
  await migrate(db, migrationsDirectory)
  await makeClickPartitions({ db, store, clock: beginning, log: noLog })
}

async function printOfMigrations(): Promise<string> {
  const names = (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql')).sort()
  const hash = createHash('sha256').update(String(beginning.nowMs()))
  for (const name of names) hash.update(name).update(await readFile(join(migrationsDirectory, name)))
  return hash.digest('hex').slice(0, 12)
}

/** Copies of one template at the same time disturb each other, so they are made in turn. */
export async function withTemplateLock<T>(server: string, run: (admin: Database) => Promise<T>): Promise<T> {
  return withAdmin(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    return run(admin)
  })
}

/** One connection, so that what is locked stays locked from one query to the next until it is closed. */
export function withAdmin<T>(server: string, run: (admin: Database) => Promise<T>): Promise<T> {
  return withDatabaseOf(server, 'postgres', run)
}

async function withDatabaseOf<T>(
  server: string,
  name: string,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({
    url: withDatabase(server, name),
    connectionsMax: 1,
    statementTimeoutMs: 0,
  })
  return run(db).finally(() => db.close())
}

export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
