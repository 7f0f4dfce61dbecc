import type { AlertRuleName } from '@quoin/core/alerts/alert-rule.ts'
import { periodicWorks } from '@quoin/core/alerts/periodic-work.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import { fillingDisk, listWorks, readForecast } from '../system/read-figures.ts'
import { tellBytes, tellClicksWaiting } from '../system/tell-bytes.ts'
import { readBackupsNow } from '../backups/read-backups-now.ts'
import { tellBackups } from '../backups/tell-backups.ts'
import { type Finder, type Found, type Look, nothing, percentOf } from './finder.ts'

const toSystem = { link: '/ops/system', action: 'Open System' } as const
const megabyte = 1024 * 1024

type ServiceRule = Extract<
  AlertRuleName,
  | 'statistics_late'
  | 'backup_late'
  | 'backup_failed'
  | 'standby_missing'
  | 'disk_low'
  | 'disk_filling'
  | 'work_late'
  | 'spool_waiting'
  | 'spool_full'
>

/** Needs of the service itself, for whoever is on call. docs/watch.md says what to do about each. */
export const serviceFinders: Readonly<Record<ServiceRule, Finder>> = {
  async statistics_late({ db, store, nowMs, threshold }) {
    const behindMs = await store.stats.findRollUpLag(db)
    if (behindMs === undefined || behindMs <= threshold * minuteMs) return []
    const sentence =
      'Reports count the rest anew and become slow; payments and callbacks do not depend on them. End transactions that ' +
      'stay open (pg_stat_activity), and look for “statistics roll-up failed” in the log.'
    return [{ ...nothing, subject: '', sentence, sinceMs: nowMs - behindMs, ...toSystem }]
  },
  backup_late: async (look) => await findBackupNeed(look, 'late'),
  backup_failed: async (look) => await findBackupNeed(look, 'failed'),
  async standby_missing({ db, store, settings }) {
    if (!settings.requireStandby || (await store.systemFacts.isCopied(db))) return []
    const sentence =
      'If the database server is lost now, what it has acknowledged since is lost. Bring a standby back; the cluster manager then has commits wait for it (synchronous_standby_names).'
    return [{ ...nothing, subject: '', sentence, ...toSystem }]
  },
  async disk_low({ disk, threshold }) {
    const low = (await disk.measure()).filter(
      ({ freeBytes, totalBytes }) => freeBytes * 100 < totalBytes * threshold,
    )
    return low.map(({ uses, freeBytes, totalBytes }) => ({
      ...nothing,
      // The cause had no subject while one disk was looked at.
      subject: uses.includes('data') ? '' : uses.join('+'),
      sentence: `${percentOf(freeBytes, totalBytes)} of the disk ${nameUses(uses)} is free. When it is full, nothing is written any more: free space, or enlarge it.`,
      ...toSystem,
    }))
  },
  async disk_filling({ db, store, disk, threshold }) {
    const disks = await disk.measure()
    const { bytes } = await store.systemFacts.findDatabaseFacts(db)
    const daysLeft =
      (await readForecast({ db, store, disk }, { disks, databaseBytes: bytes }))?.daysLeft ?? null
    if (daysLeft === null || daysLeft >= threshold) return []
    const free = fillingDisk(disks)?.freeBytes ?? 0
    const sentence = `It is full in ${wholeDays(daysLeft)} if it goes on as in the last week: ${tellBytes(free)} are free. Enlarge it, or keep clicks and device data for fewer days.`
    return [{ ...nothing, subject: '', sentence, ...toSystem }]
  },
  async work_late({ nowMs, threshold, ...ports }) {
    const late = (await listWorks(ports, threshold)).filter(({ isLate }) => isLate)
    return late.map(({ name, ageMs }) => ({
      ...nothing,
      subject: name,
      title: `${periodicWorks[name].title}: late`,
      sentence: `${periodicWorks[name].purpose} The log says why it fails; a restart begins it anew.`,
      sinceMs: nowMs - ageMs,
      ...toSystem,
    }))
  },
  async spool_waiting({ process, nowMs, threshold }) {
    if (process.awayReason() !== undefined || process.steadyForMs() <= threshold * minuteMs) return []
    const { rows, oldestAtMs } = await process.measureSpool()
    if (oldestAtMs === null || nowMs - oldestAtMs <= threshold * minuteMs) return []
    const sentence = `${tellClicksWaiting(rows)} on the disk although the database is there; their postbacks are told to come again. Look for “spool replay failed” in the log, and restart Quoin; do not delete the spool.`
    return [{ ...nothing, subject: '', sentence, sinceMs: oldestAtMs, count: rows, ...toSystem }]
  },
  async spool_full({ process, settings, threshold }) {
    const { rows, bytes, oldestAtMs } = await process.measureSpool()
    const maxBytes = settings.spoolMaxMb * megabyte
    if (bytes * 100 <= maxBytes * threshold) return []
    const sentence = `It holds ${percentOf(bytes, maxBytes)} of SPOOL_MAX_MB. When it is full, tracking links answer 503: bring the database back, or raise SPOOL_MAX_MB where the disk has room.`
    return [{ ...nothing, subject: '', sentence, sinceMs: oldestAtMs, count: rows, ...toSystem }]
  },
}

async function findBackupNeed(look: Look, state: 'late' | 'failed'): Promise<readonly Found[]> {
  const far = await readBackupsNow(look)
  if (far.state !== state) return []
  const sinceMs = far.backups.lastGoodAtMs
  const link = '/ops/system?tab=backups'
  return [{ ...nothing, subject: '', sentence: tellBackups(far), sinceMs, link, action: 'Open Backups' }]
}

function nameUses(uses: readonly string[]): string {
  return uses.length === 0 ? '' : `of ${uses.join(', ')}`
}

function wholeDays(days: number): string {
  const whole = Math.floor(days)
  if (whole < 1) return 'less than a day'
  return whole === 1 ? 'a day' : `${whole} days`
}
