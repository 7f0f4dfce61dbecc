import { realpath, rename } from 'node:fs/promises'
import { resolve } from 'node:path'

import { archiveOf, majorVersion, readVersion } from './cluster.ts'
import { dataPathsIn, isThere, syncFolder } from './data-paths.ts'
import { assertNoneKept, keptPath, listKept, upgradedPath } from './kept-clusters.ts'
import { findPostmaster } from './postmaster.ts'

interface Exchange {
  readonly dataDir: string
  /** The data directory of the new cluster, in that of the old one. */
  readonly draft: string
  /** The version of the old one, by which it is named from then on. */
  readonly major: string
  /** Is called behind each of the three renames. */
  readonly onRename?: (done: number) => void
}

/**
 * Puts a new cluster in the place of an old one, which stays under another name. Both are stopped. Whatever breaks it off,
 * both are there whole: before the second rename the old one is in use, and behind it `endExchange` goes on.
 */
export async function exchangeClusters({ dataDir, draft, major, onRename }: Exchange): Promise<void> {
  const { cluster } = dataPathsIn(dataDir)
  await assertNameFree(keptPath(resolve(dataDir), major))
  await rename(dataPathsIn(draft).cluster, upgradedPath(resolve(dataDir)))
  await syncFolder(draft)
  await syncFolder(dataDir)
  onRename?.(1)
  if ((await findPostmaster(await realpath(cluster))) !== undefined)
    throw new Error(`A PostgreSQL was started on ${cluster} meanwhile: nothing was changed`)
  await rename(cluster, keptPath(resolve(dataDir), major))
  await syncFolder(dataDir)
  onRename?.(2)
  await endExchange(dataDir)
  onRename?.(3)
}

/** Throws where the old cluster would have to be called as one that an earlier upgrade has left. */
export async function assertNameFree(kept: string): Promise<void> {
  if (await isThere(kept))
    throw new Error(`${kept} is there already, of an earlier upgrade: move it away, or delete it`)
}

/** Whether an exchange was broken off when the old cluster had left its place, and the new one had not come. */
export async function isExchangeOpen(dataDir: string): Promise<boolean> {
  const { cluster, dataDir: folder } = dataPathsIn(dataDir)
  return (await isThere(upgradedPath(folder))) && !(await isThere(cluster))
}

/** Puts the new cluster in the place that the old one has left. */
export async function endExchange(dataDir: string): Promise<void> {
  const { cluster, dataDir: folder } = dataPathsIn(dataDir)
  const upgraded = upgradedPath(folder)
  const version = await readVersion(upgraded)
  if (version !== majorVersion)
    throw new Error(
      `${upgraded} is not of PostgreSQL ${majorVersion}: end the upgrade by the Quoin that began it`,
    )
  await rename(upgraded, cluster)
  await syncFolder(folder)
  await passOnArchive(folder, cluster)
}

/** Pieces of the old log that wait are those of the new cluster to send. Beside the data directory's own they are in place. */
async function passOnArchive(dataDir: string, cluster: string): Promise<void> {
  const to = archiveOf(await realpath(cluster))
  for (const { path } of await listKept(dataDir)) {
    const from = archiveOf(await realpath(path))
    if ((await isThere(from)) && !(await isThere(to))) await rename(from, to)
  }
}

/** The version of the database in a data directory; undefined where there is none. */
export async function findDataVersion(dataDir: string): Promise<string | undefined> {
  const paths = dataPathsIn(dataDir)
  if (await isThere(paths.cluster)) return await readVersion(paths.cluster)
  await assertNoneKept(paths)
  return undefined
}
