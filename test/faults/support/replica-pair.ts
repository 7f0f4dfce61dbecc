import type { TestContext } from 'node:test'
import {
  openReplicas,
  type OpenReplicas,
} from '../../../packages/server/src/adapters/replicas/open-replicas.ts'
import type { ReadAnswer } from '../../../packages/server/src/ports/elsewhere.ts'
import { type Database, openDatabase, readFromHost } from '../../../packages/server/src/store/pg/database.ts'
import { ServerWatch } from '../../../packages/server/src/store/pg/server-watch.ts'
import { keepWriteNumbers } from '../../../packages/server/src/store/pg/watermark.ts'
import { GatheredLog } from '../../support/world.ts'
import { databasePids } from './fault-world.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { type Standby, startStandby } from './standby.ts'

export const ageMaxMs = 2_000

/** A process as far as replicas go: its sessions, and what it counts. */
export interface ReplicaReader {
  readonly open: OpenReplicas
  readonly log: GatheredLog
  /** By who answered and why, how often. */
  readonly counts: Map<string, number>
  /** Runs one statement as a call of a page does. */
  ask<Row>(actor: string, text: string): Promise<ReadAnswer<Row[]>>
  /** That of the first replica. */
  state(): string
}

interface ReaderLimits {
  readonly ageMaxMs?: number
  readonly connectionsMax?: number
}

/** A primary with a standby, as Quoin writes to it. */
export interface ReplicaPair {
  readonly primary: OwnDatabase
  readonly standby: Standby
  readonly db: Database
  read(url?: string, limits?: ReaderLimits): ReplicaReader
  /** A statement at the standby itself. */
  atStandby(text: string): Promise<unknown>
  /** To every process of the standby's server. */
  signalStandby(signal: NodeJS.Signals): Promise<void>
}

export async function startReplicaPair(t: TestContext): Promise<ReplicaPair> {
  const primary = await startOwnDatabase(t)
  return await openReplicaPair(t, primary, primary.url)
}

/** The same, with another standby that may be promoted. */
export async function startReplicaAndHeir(
  t: TestContext,
): Promise<ReplicaPair & { readonly heir: Standby; follow(url: string): Promise<void> }> {
  const primary = await startOwnDatabase(t)
  const heir = await startStandby(t, primary)
  const { host } = new URL(primary.url)
  const hosts = primary.url.replace(host, `${host},${new URL(heir.url).host}`)
  const pair = await openReplicaPair(t, primary, hosts)
  return {
    ...pair,
    heir,
    async follow(url) {
      const { hostname, port, username, password } = new URL(url)
      const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
      await pair.atStandby(`alter system set primary_conninfo = '${source}'`)
      await pair.atStandby('select pg_reload_conf()')
    },
  }
}

async function openReplicaPair(t: TestContext, primary: OwnDatabase, url: string): Promise<ReplicaPair> {
  const standby = await startStandby(t, primary)
  const { db, watch } = await openWritten(url)
  t.after(() => db.close())
  return {
    primary,
    standby,
    db,
    atStandby: (text) => readFromHost(standby.url, (other) => other.query(text)),
    async signalStandby(signal) {
      for (const pid of await databasePids(standby.dataDir)) process.kill(pid, signal)
    },
    read(replicaUrl = standby.url, limits = {}) {
      const counts = new Map<string, number>()
      const log = new GatheredLog()
      const opened = openReplicas({
        url: replicaUrl,
        ageMaxMs,
        connectionsMax: 4,
        ...limits,
        primary: db,
        server: () => watch.known,
        meters: {
          count(_name, { from = '', reason = '' } = {}) {
            const key = `${from} ${reason}`.trim()
            counts.set(key, (counts.get(key) ?? 0) + 1)
          },
        },
        log,
      })
      let closed: Promise<void> | undefined
      const open = { ...opened, close: () => (closed ??= opened.close()) }
      t.after(() => open.close())
      open.follow()
      return {
        open,
        log,
        counts,
        ask: (actor, text) => open.read({ actor, primary: db }, (one) => one.query(text)),
        state: () => open.replicas()[0]?.state ?? '',
      }
    },
  }
}

async function openWritten(url: string): Promise<{ db: Database; watch: ServerWatch }> {
  const watch = new ServerWatch()
  const db = await openDatabase({ url, connectionsMax: 8, statementTimeoutMs: 30_000, watch })
  await keepWriteNumbers(db, watch.seen)
  await watch.trust()
  return { db, watch }
}
