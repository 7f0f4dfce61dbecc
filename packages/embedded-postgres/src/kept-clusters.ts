import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { type DataPaths, isThere } from './data-paths.ts'

/** The database that an upgrade has left, as it was: `postgres-17` in the data directory. */
interface KeptCluster {
  readonly major: string
  /** For root with a closed home a link, as that of the database in use. */
  readonly path: string
}

/** The databases that upgrades have left, the oldest version first. */
export async function listKept(dataDir: string): Promise<KeptCluster[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names
    .flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? [])
    .sort((one, other) => Number(one) - Number(other))
    .map((major) => ({ major, path: keptPath(dataDir, major) }))
}

export function keptPath(dataDir: string, major: string): string {
  return join(dataDir, `postgres-${major}`)
}

/** The name that a new database has, whole, until the old one has left its own. */
export function upgradedPath(dataDir: string): string {
  return join(dataDir, 'postgres.upgraded')
}

/** A start makes no empty database beside one that an upgrade has moved away. */
export async function assertNoneKept({ cluster, dataDir }: DataPaths): Promise<void> {
  if (await isThere(upgradedPath(dataDir)))
    throw new Error(
      `The upgrade of the database in ${dataDir} was broken off: run npm run -s quoin -- upgrade-database, which ends it`,
    )
  const [kept] = (await listKept(dataDir)).slice(-1)
  if (kept !== undefined)
    throw new Error(
      `${cluster} is missing, and ${kept.path} is there, the database of before an upgrade: ` +
        `rename it to ${cluster} to go back to it, or move it away to start anew`,
    )
}

/** The bytes of the files in a folder, or in one that a link leads to; 0 where that is gone. */
export async function measureFolder(path: string): Promise<number> {
  const folder = await realpath(path).catch(() => undefined)
  if (folder === undefined) return 0
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
