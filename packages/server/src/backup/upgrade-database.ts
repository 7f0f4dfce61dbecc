import { resolve } from 'node:path'
import { compareInventories } from '@quoin/core/backup/inventory.ts'
import { majorVersion } from '@quoin/embedded-postgres/cluster.ts'
import { readEmbeddedPassword } from '@quoin/embedded-postgres/data-paths.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { assertNameFree, exchangeClusters } from '@quoin/embedded-postgres/exchange-clusters.ts'
import { keptPath } from '@quoin/embedded-postgres/kept-clusters.ts'
import { makeLaterCluster } from '@quoin/embedded-postgres/later-cluster.ts'
import { homeOfCluster, recoverCluster } from '@quoin/embedded-postgres/restore-cluster.ts'
import { checkLedger } from '../features/ledger/check-ledger.ts'
import { store } from '../store/index.ts'
import type { Database } from '../store/pg/database.ts'
import { migrate, migrationsDirectory } from '../store/pg/migrate.ts'
import { onEndOfProcess } from './end-of-process.ts'
import { findShortage } from './new-data-dir.ts'
import { withDatabase } from './restore-backup.ts'
import { loadRows, type LoadedRows } from './rows/load-rows.ts'
import { readRows } from './rows/database-rows.ts'
import { makeUpgradeDraft, removeLeftovers, removeUpgradeDraft } from './upgrade-drafts.ts'

interface UpgradeNeeds {
  readonly dataDir: string
  /** The version of the database that is there. */
  readonly from: string
  /** The folder with its programs; else those that were installed into the data directory. */
  readonly programs?: string | undefined
  readonly log: (sentence: string) => void
}

interface UpgradedDatabase extends LoadedRows {
  /** Where the old database is. */
  readonly kept: string
  /** Faults of the ledger are not of the copy, which has the same rows. */
  readonly ledger: { readonly isClean: boolean; readonly faults: number }
}

/**
 * Copies an embedded database of an earlier PostgreSQL into a new one, which takes its place when it is whole and has the
 * same amounts. The old one stays beside it as it was. Nothing is changed where that fails.
 */
export async function upgradeDatabase(needs: UpgradeNeeds): Promise<UpgradedDatabase> {
  const { from } = needs
  const dataDir = resolve(needs.dataDir)
  const kept = keptPath(dataDir, from)
  await assertNameFree(kept)
  await removeLeftovers(dataDir)
  const draft = await makeUpgradeDraft(dataDir)
  const open: { old?: EmbeddedPostgres } = {}
  const endWatch = onEndOfProcess(async () => {
    await open.old?.stop()
    await removeUpgradeDraft(draft)
  })
  try {
    const upgraded = await copyInto(draft, { ...needs, dataDir }, open)
    endWatch() // a signal ends the exchange as a loss of power does
    await exchangeClusters({ dataDir, draft, major: from })
    return { ...upgraded, kept }
  } finally {
    endWatch()
    await removeLeftovers(dataDir)
  }
}

/** Both of them run meanwhile, and are stopped in the end. */
async function copyInto(
  draft: string,
  { dataDir, from, programs, log }: UpgradeNeeds,
  open: { old?: EmbeddedPostgres },
): Promise<Omit<UpgradedDatabase, 'kept'>> {
  const old = await startEmbeddedPostgres({ dataDir, log, older: { major: from, programs } })
  open.old = old
  try {
    const copied: Omit<UpgradedDatabase, 'kept'>[] = []
    await withDatabase(old.url, async (source) => {
      await assertDisk(draft, source)
      const after = await store.systemFacts.findLogTimeline(source)
      await makeLaterCluster({ dataDir: draft, password: await readEmbeddedPassword(dataDir), after })
      const check = async (url: string): Promise<void> =>
        void copied.push(await copyRows({ source, from: old.url, into: url }))
      await recoverCluster({ dataDir: draft, log, settings: loading, check })
    })
    const [result] = copied
    if (result === undefined) throw new Error('nothing was copied')
    return result
  } finally {
    await old.stop()
  }
}

/** Rows that come into tables of the same transaction are not written to the log as well. */
const loading: Readonly<Record<string, string>> = { wal_level: 'minimal', max_wal_senders: '0' }

async function assertDisk(draft: string, source: Database): Promise<void> {
  const { bytes } = await store.systemFacts.findDatabaseFacts(source)
  const shortage = await findShortage(await homeOfCluster(draft), bytes)
  if (shortage !== undefined)
    throw new Error(
      `${shortage.free} free, and a second database beside the old one needs ${shortage.needed}: nothing was changed`,
    )
}

interface Copying {
  readonly source: Database
  /** The address of the source. */
  readonly from: string
  readonly into: string
}

/** Nobody else writes to either, so that every amount must be the same. */
async function copyRows({ source, from, into }: Copying): Promise<Omit<UpgradedDatabase, 'kept'>> {
  const counted = await store.backupInventory.countInventory(source)
  const loaded = await readRows(from, (rows) => loadRows(into, rows))
  const ledger = { isClean: true, faults: 0 }
  await withDatabase(into, async (db) => {
    const found = await store.backupInventory.countInventory(db, counted.position)
    const differences = compareInventories(counted, found)
    if (differences.length > 0)
      throw new Error(`The new database is not as the old one: ${differences.slice(0, 5).join(' ')}`)
    await migrate(db, migrationsDirectory)
    const { isClean, rules } = await checkLedger({ db, store })
    Object.assign(ledger, { isClean, faults: rules.reduce((sum, { faults }) => sum + faults, 0) })
  })
  return { ...loaded, ledger }
}

/** Whether data is of an earlier version than the one that is brought. */
export function isEarlier(version: string): boolean {
  return Number(version) < Number(majorVersion)
}
