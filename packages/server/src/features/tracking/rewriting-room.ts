import type { Ports } from '../../ports/ports.ts'
import type { DiskSpace } from '../../ports/service-figures.ts'

/** The clicks from before the narrow tables that are left. */
export interface ClicksToRewrite {
  readonly weeks: number
  readonly bytes: number
  /** The room that the next week asks for: its copy takes less than half, the rest is for everything else meanwhile. */
  readonly neededBytes: number
  /** On the database's disk; null where that is not ours to measure. */
  readonly freeBytes: number | null
}

/** Undefined where nothing is left. */
export async function findClicksToRewrite(
  { db, store }: Pick<Ports, 'db' | 'store'>,
  disks: readonly DiskSpace[],
): Promise<ClicksToRewrite | undefined> {
  const { weeks, bytes, nextBytes } = await store.wideWeeks.measureWideWeeks(db)
  if (weeks === 0) return undefined
  const freeBytes = disks.find(({ uses }) => uses.includes('database'))?.freeBytes ?? null
  return { weeks, bytes, neededBytes: nextBytes, freeBytes }
}

export function hasRoom({ freeBytes, neededBytes }: ClicksToRewrite): boolean {
  return freeBytes === null || freeBytes >= neededBytes
}
