import { type PartState, type SystemPart, stateBeyond } from '@quoin/core/alerts/system-part.ts'
import { alertRules } from '@quoin/core/alerts/alert-rule.ts'
import { daySec } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { DiskSpace, ServiceFigures } from '../../ports/service-figures.ts'
import { tellBytes, tellClicksWaiting, tellDamaged } from './tell-bytes.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'

type DiskNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'settings'>

const megabyte = 1024 * 1024
const group = 'disk'

/** Disk and spool, and for how long there is room. Limits that somebody chose stand in the database. */
export async function readDiskParts(ports: DiskNeeds, figures: ServiceFigures): Promise<SystemPart[]> {
  const rules = figures.database === undefined ? undefined : await rulesInForce(ports)
  const limitOf = (rule: 'disk_low' | 'disk_filling' | 'spool_full') =>
    rules?.[rule].threshold ?? alertRules[rule].threshold?.standard ?? 0
  return [
    ...figures.disks.map((disk, index) => tellDisk(disk, { index, percent: limitOf('disk_low') })),
    tellDaysLeft(figures, limitOf('disk_filling')),
    tellSpool(ports, figures.spool, limitOf('spool_full')),
  ]
}

function tellDisk(
  { uses, freeBytes, totalBytes }: DiskSpace,
  { index, percent }: { readonly index: number; readonly percent: number },
): SystemPart {
  return {
    part: index === 0 ? 'disk' : `disk_${index + 1}`,
    group,
    unit: 'bytes',
    limit: totalBytes,
    title: index === 0 ? 'Disk in use' : 'Other disk in use',
    sinceMs: null,
    state: freeBytes * 100 < totalBytes * percent ? 'broken' : 'ok',
    value: totalBytes - freeBytes,
    detail: `It holds ${uses.join(', ')}. ${tellBytes(freeBytes)} are free; less than ${percent} % is too little.`,
  }
}

function tellDaysLeft({ database }: ServiceFigures, daysMin: number): SystemPart {
  const forecast = database?.forecast ?? null
  const daysLeft = forecast?.daysLeft ?? null
  const common = { part: 'disk_days_left', group, title: 'Disk lasts for', unit: 'seconds' } as const
  return {
    ...common,
    limit: null,
    sinceMs: null,
    state: daysLeft === null ? 'idle' : daysLeft < daysMin ? 'warning' : 'ok',
    value: daysLeft === null ? null : Math.round(daysLeft * daySec),
    detail:
      daysLeft !== null
        ? `By the growth of the last week. Less than ${daysMin} days is told.`
        : forecast === null
          ? 'It is told when there are samples of two days.'
          : 'Nothing grows, or the database is on a disk of its own.',
  }
}

function tellSpool(
  { clock, settings }: DiskNeeds,
  { rows, bytes, oldestAtMs, damagedFiles }: ServiceFigures['spool'],
  percent: number,
): SystemPart {
  const limit = settings.spoolMaxMb * megabyte
  const isEmpty = rows === 0
  const isWhole = damagedFiles === 0
  const emptyState: PartState = isWhole ? 'ok' : 'warning'
  const state = isEmpty ? emptyState : stateBeyond(bytes, 1, (limit * percent) / 100)
  const minutes = oldestAtMs === null ? 0 : Math.round(Math.max(0, clock.nowMs() - oldestAtMs) / 60_000)
  return {
    part: 'spool',
    group,
    title: 'Click spool',
    unit: 'bytes',
    limit,
    sinceMs: oldestAtMs,
    state,
    value: bytes,
    detail: [
      ...(isEmpty && isWhole ? ['Every click is in the database.'] : []),
      ...(isEmpty ? [] : [`${tellClicksWaiting(rows)} for the database, the oldest for ${minutes} min.`]),
      ...(isWhole ? [] : [tellDamaged(damagedFiles)]),
    ].join(' '),
  }
}
