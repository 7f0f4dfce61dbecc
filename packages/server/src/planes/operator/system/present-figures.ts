import { periodicWorks } from '@quoin/core/alerts/periodic-work.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { DatabaseFigures, ServiceFigures, WorkFigure } from '../../../ports/service-figures.ts'

export function presentWork({ name, succeededAtMs, ageMs, isLate }: WorkFigure) {
  const { title, purpose, everyMs } = periodicWorks[name]
  return {
    work: name,
    title,
    purpose,
    every_seconds: everyMs === null ? null : everyMs / 1000,
    succeeded_at: secondsOf(succeededAtMs),
    age_seconds: Math.round(ageMs / 1000),
    is_late: isLate,
  }
}

export function presentFigures({ disks, spool, database }: ServiceFigures, spoolMaxBytes: number) {
  const { rows, bytes, oldestAtMs } = spool
  return {
    database: database === undefined ? null : presentDatabase(database),
    disks: disks.map(({ uses, freeBytes, totalBytes }) => ({
      holds: [...uses],
      free_bytes: freeBytes,
      total_bytes: totalBytes,
    })),
    disk_days_left: database?.forecast?.daysLeft ?? null,
    spool: { rows, bytes, max_bytes: spoolMaxBytes, oldest_at: secondsOf(oldestAtMs) },
  }
}

function presentDatabase({ version, timeline, bytes, forecast, statisticsBehindMs }: DatabaseFigures) {
  return {
    version,
    timeline,
    bytes,
    growth_bytes: forecast?.databaseBytesPerDay ?? null,
    statistics_behind_seconds: statisticsBehindMs === null ? null : Math.round(statisticsBehindMs / 1000),
  }
}
