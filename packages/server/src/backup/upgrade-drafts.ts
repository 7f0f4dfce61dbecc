import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToOwnerOf } from '@quoin/embedded-postgres/data-paths.ts'
import { isExchangeOpen } from '@quoin/embedded-postgres/exchange-clusters.ts'
import { upgradedPath } from '@quoin/embedded-postgres/kept-clusters.ts'
import { commandLineOf, isAlive } from '@quoin/embedded-postgres/process-of.ts'
import { removeCluster, removeClusterAt } from '@quoin/embedded-postgres/remove-cluster.ts'

/** A data directory for the new database, in the one of the old: on the same disk, so that it can change places with it. */
export async function makeUpgradeDraft(dataDir: string): Promise<string> {
  const draft = await mkdtemp(join(dataDir, `upgrading-${process.pid}-`))
  await giveToOwnerOf(dataDir, draft)
  return draft
}

/** The database in it is ended and removed, wherever it lies. */
export async function removeUpgradeDraft(draft: string): Promise<void> {
  await removeCluster(draft)
  await rm(draft, { recursive: true, force: true })
}

/** Removes what upgrades have left that were killed. Throws where another one is at work. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^upgrading-(\d+)-\w+$/.exec(name)?.[1])
    if (Number.isNaN(pid)) continue
    if (pid !== process.pid && isUpgrade(pid))
      throw new Error(`Another upgrade of ${dataDir} is at work (process ${pid}): wait for it`)
    await removeUpgradeDraft(join(dataDir, name))
  }
  // The old database was in use until now, and may have gone on.
  if (!(await isExchangeOpen(dataDir))) await removeClusterAt(upgradedPath(dataDir))
}

/** Numbers of processes are used again. Windows does not tell what a process runs. */
function isUpgrade(pid: number): boolean {
  return isAlive(pid) && (process.platform === 'win32' || commandLineOf(pid).includes('upgrade-database'))
}
