import { invalidRequest } from '@quoin/core/errors.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import { rollUpStats } from './roll-up-stats.ts'

interface Rebuilt {
  /** The first UTC day that was counted anew. */
  readonly from: string
}

/**
 * Counts the statistics anew from a UTC day on, from the raw rows. Until it is done nobody gets them. Statistics older
 * than the kept clicks cannot be counted anew and stay.
 */
export async function rebuildStats(
  ports: Pick<Ports, 'db' | 'store' | 'clock'> & AuditNeeds,
  { fromMs }: { readonly fromMs: number },
): Promise<Rebuilt> {
  const { db, store } = ports
  const since = Math.floor(fromMs / dayMs) * dayMs
  const [oldest] = await store.clickWeeks.listClickPartitions(db)
  const first = await store.statsCheck.findFirstMoment(db)
  if (oldest && since < oldest.fromMs && first !== undefined && first < oldest.fromMs) {
    throw invalidRequest(`Clicks are kept from ${dayOf(oldest.fromMs)} on: rebuild from that day.`)
  }
  await db.transaction(async (tx) => {
    await store.stats.waitForStatsProgress(tx)
    await store.stats.restartStats(tx, since)
    await noteChange(ports, tx, { action: 'stats.rebuilt', object: 'stats', details: { from: dayOf(since) } })
  })
  // A server's own roll-up may be at it already: then this one has nothing left to do.
  while (await store.stats.isRedoing(db)) await rollUpStats(ports)
  return { from: dayOf(since) }
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
