import { realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { archiveOf } from './cluster.ts'
import { dataPathsIn } from './data-paths.ts'
import { stopPostmaster } from './postmaster.ts'
import { openRootFolder } from './root-folder.ts'

/** Ends and removes a cluster that was placed and is not wanted, wherever it lies. */
export async function removeCluster(dataDir: string): Promise<void> {
  await removeClusterAt(dataPathsIn(dataDir).cluster)
}

/**
 * The same for one of any name. A link is followed to the place where we put clusters, and to no other; false where it leads
 * elsewhere, and nothing was removed.
 */
export async function removeClusterAt(place: string): Promise<boolean> {
  const path = await realpath(place).catch(() => undefined)
  if (path !== undefined) {
    await stopPostmaster(path, await prepareBinaries(await chooseAccount(place)))
    const isInPlace = path === join(await realpath(dirname(place)), basename(place))
    if (!isInPlace && !(await isOnShelf(path))) return false
    await rm(path, { recursive: true, force: true })
    if (!isInPlace) await rm(archiveOf(path), { recursive: true, force: true })
  }
  await rm(place, { force: true })
  return true
}

async function isOnShelf(path: string): Promise<boolean> {
  return /^data-[0-9a-f]{16}$/.test(basename(path)) && dirname(path) === (await openRootFolder())
}
