import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../../../packages/server/src/store/pg/database.ts'
import { migrate, migrationsDirectory } from '../../../packages/server/src/store/pg/migrate.ts'
import { copyPreparedData } from '../../support/prepared-data.ts'
import { removeServer } from '../../support/test-server.ts'

/**
 * A PostgreSQL that is nobody's but the test's: servers know it by DATABASE_URL, and it stays away
 * when it is stopped.
 */
export interface OwnDatabase {
  readonly url: string
  readonly dataDir: string
  stop(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
}

export async function startOwnDatabase(t: TestContext): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), `quoin-test-${process.pid}-`))
  // As root, PostgreSQL runs as another account, which must get through.
  await chmod(dataDir, 0o711)
  await copyPreparedData('database', dataDir, makeDatabase)
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir })
  const stop = async (): Promise<void> => {
    await running?.stop()
    running = undefined
  }
  t.after(async () => {
    await stop()
    removeServer(dataDir)
  })
  const { url } = running
  const port = Number(new URL(url).port)
  return {
    url,
    dataDir,
    stop,
    async start() {
      running = await startEmbeddedPostgres({ dataDir, choosePort: async () => port })
    },
  }
}

async function makeDatabase(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  await makeTables(postgres.url).finally(() => postgres.stop())
}

/** Those that are missing. */
export async function makeTables(url: string): Promise<void> {
  const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  await migrate(database, migrationsDirectory).finally(() => database.close())
}
