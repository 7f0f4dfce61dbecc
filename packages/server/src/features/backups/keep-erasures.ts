import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** The folder may have been away for as long. */
const lookBackMs = 7 * dayMs
const erasuresMax = 10_000

/** Keeps the erasures of the last days beside the backups: a restore of before them applies them again. */
export async function keepErasures({
  db,
  store,
  clock,
  backups,
}: Pick<Ports, 'db' | 'store' | 'clock' | 'backups'>): Promise<void> {
  const later = await store.erasures.listLaterErasures(db, clock.nowMs() - lookBackMs, erasuresMax)
  const kept = later.map(({ id, appId, isTestOnly, userKey, token, requestedAtMs }) => {
    return { id, appId, isTestOnly, userKey: userKey.toString('hex'), token, requestedAtMs }
  })
  await backups?.keepErasures(kept)
}
