import { appendFile, chmod, chown, cp, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../packages/embedded-postgres/src/embedded-postgres.ts'
import { removeServer } from '../../support/test-server.ts'
import type { OwnDatabase } from './own-database.ts'

/** A second PostgreSQL that follows the first, until it is cut off or promoted. */
export interface Standby extends OwnDatabase {
  /** Follows no longer: what the primary commits from now on is not here. */
  cutOff(): Promise<void>
  promote(): Promise<void>
}

/** A cold copy of the primary, which runs again afterwards. */
export async function startStandby(t: TestContext, primary: OwnDatabase): Promise<Standby> {
  const dataDir = await mkdtemp(join(tmpdir(), `quoin-test-${process.pid}-`))
  await chmod(dataDir, 0o711)
  await primary.stop()
  await cp(primary.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
  const cluster = join(dataDir, 'postgres')
  await giveAsIn(join(primary.dataDir, 'postgres'), cluster)
  await primary.start()
  const { hostname, port, username, password } = new URL(primary.url)
  const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  const configuration = join(cluster, 'postgresql.auto.conf')
  await appendFile(configuration, `primary_conninfo = '${source}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
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
  const ownPort = Number(new URL(url).port)
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, name)
  }
  return {
    url,
    dataDir,
    stop,
    async start() {
      running = await startEmbeddedPostgres({ dataDir, choosePort: async () => ownPort })
    },
    async cutOff() {
      await appendFile(configuration, `primary_conninfo = ''\n`)
      await signal('SIGHUP')
    },
    async promote() {
      await writeFile(join(cluster, 'promote'), '')
      await signal('SIGUSR1')
    },
  }
}

/** As root, PostgreSQL runs as another account, to whom its files must belong. */
async function giveAsIn(original: string, copy: string): Promise<void> {
  const { uid, gid } = await stat(original)
  await chown(copy, uid, gid)
  for (const name of await readdir(copy, { recursive: true })) await chown(join(copy, name), uid, gid)
}
