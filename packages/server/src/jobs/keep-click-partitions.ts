import { isPastRetention, weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import type { Ports } from '../ports/ports.ts'

/** Made ahead, so that the worker may be away for a month; and the week before, for clicks that come late. */
const weeksAhead = 4
const weeksBefore = 1

interface PartitionChanges {
  readonly created: readonly string[]
  readonly dropped: readonly string[]
}

/**
 * Makes the partitions that clicks will need and drops those older than clicks are kept. Safe to run anywhere,
 * twice.
 */
export async function keepClickPartitions({
  db,
  store,
  clock,
  settings,
  log,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'settings' | 'log'>): Promise<PartitionChanges> {
  const nowMs = clock.nowMs()
  const created: string[] = []
  for (const week of weeksAround(nowMs, { before: weeksBefore, after: weeksAhead })) {
    const name = await store.clicks.createClickPartition(db, week)
    if (name !== undefined) created.push(name)
  }
  const dropped: string[] = []
  // Raw rows from which statistics are being counted anew must stay until that is done.
  if (await store.stats.isRedoing(db)) return { created, dropped }
  for (const partition of await store.clicks.listClickPartitions(db)) {
    if (!isPastRetention(partition, nowMs, settings.clickRetentionDays)) continue
    if (await store.clicks.dropClickPartition(db, partition)) dropped.push(partition.name)
  }
  if (created.length + dropped.length > 0)
    log.info({ created, dropped }, 'click partitions created or dropped')
  return { created, dropped }
}
