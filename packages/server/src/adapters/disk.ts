import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk, DiskSpace } from '../ports/service-figures.ts'

interface DiskNeeds {
  readonly dataDir: string
  /** Whether the database is in the data directory. */
  readonly isEmbedded: boolean
}

/** The disks of the folders that fill; one that cannot be measured is left out. */
export function openDisk({ dataDir, isEmbedded }: DiskNeeds): Pick<Disk, 'measure'> {
  const folders = [
    { use: 'data', path: dataDir },
    { use: 'spool', path: join(dataDir, 'spool') },
    ...(isEmbedded ? [{ use: 'database', path: join(dataDir, 'postgres') }] : []),
  ]
  return {
    async measure() {
      const measured = await Promise.all(folders.map(({ use, path }) => measureFolder(use, path)))
      return joinSame(measured.filter((one) => one !== undefined))
    },
  }
}

interface MeasuredFolder extends Omit<DiskSpace, 'uses'> {
  readonly use: string
  /** The number that the system knows the disk by. */
  readonly device: number
}

async function measureFolder(use: string, path: string): Promise<MeasuredFolder | undefined> {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)])
    return { use, device: dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return undefined
  }
}

/** A disk is told once, with all that is on it. */
function joinSame(folders: readonly MeasuredFolder[]): DiskSpace[] {
  const byDevice = Map.groupBy(folders, ({ device }) => device)
  return [...byDevice.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { freeBytes, totalBytes } = first
    return [{ uses: same.map(({ use }) => use), freeBytes, totalBytes }]
  })
}
