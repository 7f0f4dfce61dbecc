import { dayMs, minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** The folder may have been away for as long. */
const lookBackMs = 7 * dayMs
const erasuresMax = 10_000

/** A request that was begun before others may be there after them. */
const overlapMs = 10 * minuteMs

/**
 * Keeps erasures beside the backups: a restore of before them applies them again. Those from a moment on, or of the last days
 * where it is not given; returns the moment to go on from.
 */
export async function keepErasures(
  { db, store, clock, backups }: Pick<Ports, 'db' | 'store' | 'clock' | 'backups'>,
  sinceMs: number | undefined,
): Promise<number> {
  const nowMs = clock.nowMs()
  for (let fromMs = sinceMs ?? nowMs - lookBackMs; ; ) {
    const later = await store.erasures.listLaterErasures(db, fromMs, erasuresMax)
    const kept = later.map(({ id, appId, isTestOnly, userKey, token, requestedAtMs }) => {
      return { id, appId, isTestOnly, userKey: userKey.toString('hex'), token, requestedAtMs }
    })
    await backups?.keepErasures(kept)
    const lastMs = later.at(-1)?.requestedAtMs ?? fromMs
    if (later.length < erasuresMax || lastMs === fromMs) return nowMs - overlapMs
    fromMs = lastMs
  }
}
