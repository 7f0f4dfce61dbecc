import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** Forgets ids that receivers were told before a restore, when callbacks of that time are forgotten. Returns how many. */
export async function forgetTold({
  db,
  store,
  clock,
  settings,
}: Pick<Ports, 'db' | 'store' | 'clock'> & {
  readonly settings: Pick<Ports['settings'], 'callbackRetentionDays'>
}): Promise<number> {
  const beforeMs = clock.nowMs() - settings.callbackRetentionDays * dayMs
  return await store.toldIds.deleteToldBefore(db, beforeMs)
}
