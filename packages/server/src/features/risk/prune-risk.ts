import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** Deletes findings about accounts that have ended, and steps of goals that say nothing any more. */
export async function pruneRisk({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const nowMs = clock.nowMs()
  await store.goalSteps.forgetGoalSteps(db, nowMs - keptDays.goalSteps * dayMs)
  return await store.riskPeers.forgetPeers(db, nowMs)
}
