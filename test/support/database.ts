import { randomBytes } from 'node:crypto'

import type { EmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { listClickPartitions } from '../../packages/server/src/store/tracking/click-weeks.ts'
import { afterAllFiles, afterEachFile } from './clear-up.ts'
import { ensureTemplate, startTestServer, withAdmin, withDatabase, withTemplateLock } from './test-server.ts'

export interface TestDatabase {
  url: string
  database: Database
  drop(): Promise<void>
}

/** Each session of a new database costs a tenth of a second, and few tests need more at once. */
const usualConnections = 4

const open = new Set<TestDatabase>()
let ownServer: Promise<EmbeddedPostgres> | undefined

/**
 * A migrated database of the test's own. It is dropped after the file's tests, or sooner by `drop`. The
 * server is that of QUOIN_TEST_DATABASE_URL (set by test/run.ts, or by you), else one that is started for
 * this process.
 */
export function createTestDatabase({ connectionsMax = usualConnections } = {}): Promise<TestDatabase> {
  return createFrom(
    async (server, admin) => process.env['QUOIN_TEST_TEMPLATE'] ?? ensureTemplate(server, admin),
    connectionsMax,
  )
}

/** The same without the weeks of clicks that every other one begins with: for tests of how they are made. */
export async function createDatabaseWithoutWeeks(): Promise<TestDatabase> {
  // Whoever makes or drops weeks holds a turn on one session and works on another.
  const created = await createTestDatabase({ connectionsMax: 10 })
  const weeks = await listClickPartitions(created.database)
  if (weeks.length > 0) await created.database.query(`drop table ${weeks.map(({ name }) => name).join()}`)
  return created
}

/** The same without tables: for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom(async () => 'template0', usualConnections)
}

type ChooseTemplate = (server: string, admin: Database) => Promise<string>

async function createFrom(chooseTemplate: ChooseTemplate, connectionsMax: number): Promise<TestDatabase> {
  const server = process.env['QUOIN_TEST_DATABASE_URL'] ?? (await startOwnServer()).url
  const name = `quoin_test_${process.pid}_${randomBytes(6).toString('hex')}`
  await withTemplateLock(server, async (admin) => {
    const template = await chooseTemplate(server, admin)
    // As files, with what the server remembers of its catalogues: half the work of both the copy and each session.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = withDatabase(server, name)
  const database = await openDatabase({ url, connectionsMax, statementTimeoutMs: 30_000 })
  const created: TestDatabase = {
    url,
    database,
    async drop() {
      if (!open.delete(created)) return
      await database.close()
      await withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
  open.add(created)
  return created
}

function startOwnServer(): Promise<EmbeddedPostgres> {
  if (ownServer === undefined) {
    ownServer = startTestServer()
    // A signal alone would end the process without its exit handlers, which stop the server.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  }
  return ownServer
}

afterEachFile(async () => {
  await Promise.all([...open].map((created) => created.drop()))
})
afterAllFiles(async () => {
  await (await ownServer)?.stop()
})
