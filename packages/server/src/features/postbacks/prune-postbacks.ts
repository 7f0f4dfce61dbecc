import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import { inBatches } from '../retention/in-batches.ts'

/**
 * Forgets what old postbacks said, and deletes those that changed nothing when clicks of their time are gone. Those that
 * are a step of a conversion stay: the books need them. Returns how many were looked at.
 */
export async function prunePostbacks({
  db,
  store,
  clock,
  settings,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'settings'>): Promise<number> {
  const idBefore = (days: number) => firstIdAt(Math.max(0, clock.nowMs() - days * dayMs))
  const data = idBefore(settings.postbackDataDays)
  const rows = idBefore(settings.clickRetentionDays + keptDays.clicksSetAside)
  const { forgetPostbackData, deletePostbacksWithoutStep } = store.oldPostbacks
  const forgotten = await inBatches((limit) => forgetPostbackData(db, { beforeId: data, limit }))
  return forgotten + (await inBatches((limit) => deletePostbacksWithoutStep(db, { beforeId: rows, limit })))
}
