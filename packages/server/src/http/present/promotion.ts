import type { Promotion } from '@quoin/core/terms/promotion.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'

/** A promotion as both APIs tell it. */
export function presentPromotion(
  { snapshots, clock }: Pick<Ports, 'snapshots' | 'clock'>,
  { id, appId, name, basisPoints, fromMs, toMs }: Promotion,
) {
  const nowMs = clock.nowMs()
  return {
    id: String(id),
    app_id: String(appId),
    app: snapshots.apps().findApp(appId)?.name ?? '',
    name,
    basis_points: basisPoints,
    from: secondsOf(fromMs),
    to: secondsOf(toMs),
    state: toMs <= nowMs ? 'over' : fromMs <= nowMs ? 'running' : 'planned',
  } as const
}
