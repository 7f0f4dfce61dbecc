import { stateBeyond, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import type { Ports } from '../../ports/ports.ts'
import type { QueueFact } from '../../ports/process-facts.ts'

export type ProcessNeeds = Pick<Ports, 'settings' | 'process' | 'snapshots'>

const lateMs = 100
const veryLateMs = 500
const waitsMs = 1_000
const waitsLongMs = 5_000
const group = 'process'

/** The state of this process, by part. */
export function readProcessParts(ports: ProcessNeeds): SystemPart[] {
  const { process, settings } = ports
  const lag = process.lagMs()
  return [
    ...process.queues().map(tellQueue),
    {
      part: 'event_loop',
      group,
      title: 'Event loop',
      unit: 'ms',
      limit: veryLateMs,
      sinceMs: null,
      state: stateBeyond(lag, lateMs, veryLateMs),
      value: Math.round(lag),
      detail: 'How late it ran, but for one time in a hundred, in the last minute.',
    },
    {
      part: 'memory',
      group,
      title: 'Memory',
      unit: 'bytes',
      limit: null,
      sinceMs: process.startedAtMs,
      state: 'ok',
      value: process.memoryBytes(),
      detail: settings.workers > 1 ? `Of one of ${settings.workers} processes.` : 'Of this process.',
    },
    tellCatalogue(ports),
  ]
}

function tellQueue({ name, rows, oldestMs }: QueueFact): SystemPart {
  return {
    part: `queue_${name}`,
    group,
    title: `Queue of ${name}`,
    unit: 'rows',
    limit: null,
    sinceMs: null,
    state: stateBeyond(oldestMs, waitsMs, waitsLongMs),
    value: rows,
    detail:
      rows === 0 ? 'Nothing waits to be written.' : `The oldest has waited for ${Math.round(oldestMs)} ms.`,
  }
}

function tellCatalogue({ process, snapshots }: ProcessNeeds): SystemPart {
  return {
    part: 'catalogue',
    group,
    title: 'Catalogue',
    unit: 'count',
    limit: null,
    state: 'ok',
    value: snapshots.catalogue().offersCount,
    sinceMs: process.catalogueLoadedAtMs(),
    detail: 'Offers in memory; loaded again a second after any change.',
  }
}
