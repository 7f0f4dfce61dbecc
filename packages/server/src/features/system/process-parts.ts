import { stateBeyond, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import type { Ports } from '../../ports/ports.ts'
import type { QueueFact } from '../../ports/process-facts.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'

export type ProcessNeeds = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'settings' | 'process' | 'disk' | 'snapshots'
>

const lateMs = 100
const veryLateMs = 500
const waitsMs = 1_000
const waitsLongMs = 5_000
const megabyte = 1024 * 1024

/** The state of this process, by part. */
export async function readProcessParts(ports: ProcessNeeds): Promise<SystemPart[]> {
  const { process, settings } = ports
  const lag = process.lagMs()
  const spooled = process.spoolBytes()
  const spoolMax = settings.spoolMaxMb * megabyte
  return [
    ...process.queues().map(tellQueue),
    {
      ...{ part: 'event_loop', title: 'Event loop', unit: 'ms', limit: veryLateMs, sinceMs: null },
      state: stateBeyond(lag, lateMs, veryLateMs),
      value: Math.round(lag),
      detail: 'How late it ran, but for one time in a hundred, in the last minute.',
    },
    {
      ...{ part: 'memory', title: 'Memory', unit: 'bytes', limit: null, sinceMs: process.startedAtMs },
      state: 'ok',
      value: process.memoryBytes(),
      detail: settings.workers > 1 ? `Of one of ${settings.workers} processes.` : 'Of this process.',
    },
    {
      ...{ part: 'spool', title: 'Click spool', unit: 'bytes', limit: spoolMax, sinceMs: null },
      state: spooled === 0 ? 'ok' : stateBeyond(spooled, 1, spoolMax * 0.9),
      value: spooled,
      detail: spooled === 0 ? 'Every click is in the database.' : 'Clicks on the disk wait for the database.',
    },
    ...(await readDisk(ports)),
    tellCatalogue(ports),
  ]
}

function tellQueue({ name, rows, oldestMs }: QueueFact): SystemPart {
  return {
    ...{ part: `queue_${name}`, title: `Queue of ${name}`, unit: 'rows', limit: null, sinceMs: null },
    state: stateBeyond(oldestMs, waitsMs, waitsLongMs),
    value: rows,
    detail:
      rows === 0 ? 'Nothing waits to be written.' : `The oldest has waited for ${Math.round(oldestMs)} ms.`,
  }
}

async function readDisk(ports: ProcessNeeds): Promise<SystemPart[]> {
  const space = await ports.disk.measure()
  if (space === undefined) return []
  const percent =
    ports.process.awayReason() === undefined ? (await rulesInForce(ports)).disk_low.threshold : 0
  const { freeBytes, totalBytes } = space
  return [
    {
      ...{ part: 'disk', title: 'Disk in use', unit: 'bytes', limit: totalBytes, sinceMs: null },
      state: freeBytes * 100 < totalBytes * percent ? 'broken' : 'ok',
      value: totalBytes - freeBytes,
      detail: `Of ${ports.settings.dataDir}. Less than ${percent} % free is too little.`,
    },
  ]
}

function tellCatalogue({ process, snapshots }: ProcessNeeds): SystemPart {
  return {
    ...{ part: 'catalogue', title: 'Catalogue', unit: 'count', limit: null, state: 'ok' },
    value: snapshots.catalogue().size,
    sinceMs: process.catalogueLoadedAtMs(),
    detail: 'Offers in memory; loaded again a second after any change.',
  }
}
