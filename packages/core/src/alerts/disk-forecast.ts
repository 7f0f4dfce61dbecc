import { dayMs } from '../time/durations.ts'

/** The sizes of a moment; `freeBytes` null where the disk could not be measured. */
interface SizeSample {
  readonly atMs: number
  readonly databaseBytes: number
  readonly freeBytes: number | null
}

export interface DiskForecast {
  /** How much the database grows in a day, by the last week; below zero where it shrinks. */
  readonly databaseBytesPerDay: number
  /** Until the disk is full, where the database is on it and something grows; else null. */
  readonly daysLeft: number | null
}

/** Less says nothing: a night differs from an evening. */
const spanMinMs = 2 * dayMs

interface Grown {
  /** The oldest sample of the last week. */
  readonly first: SizeSample
  readonly now: SizeSample
  /** Whether the database is on the disk that was measured. */
  readonly isOnDisk: boolean
}

/**
 * The days of disk that are left when the next go as the last week went. The faster counts of the two that were
 * measured: the database, which a file that was deleted must not hide, and the free space, which all else fills as well.
 * Undefined before there are samples of two days.
 */
export function forecastDisk({ first, now, isOnDisk }: Grown): DiskForecast | undefined {
  const spanMs = now.atMs - first.atMs
  if (spanMs < spanMinMs) return undefined
  const perDay = (bytes: number) => (bytes * dayMs) / spanMs
  const databaseBytesPerDay = perDay(now.databaseBytes - first.databaseBytes)
  const takenPerDay =
    first.freeBytes === null || now.freeBytes === null ? 0 : perDay(first.freeBytes - now.freeBytes)
  const fastest = Math.max(databaseBytesPerDay, takenPerDay)
  const daysLeft = isOnDisk && now.freeBytes !== null && fastest > 0 ? now.freeBytes / fastest : null
  return { databaseBytesPerDay, daysLeft }
}
