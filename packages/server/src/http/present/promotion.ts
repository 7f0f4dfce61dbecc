import type { Promotion } from '@quoin/core/terms/promotion.ts'
import type { Ports } from '../../ports/ports.ts'

/** A promotion as both APIs tell it. */
export function presentPromotion(
  { snapshots, clock }: Pick<Ports, 'snapshots' | 'clock'>,
  { id, appId, name, basisPoints, fromMs, toMs }: Promotion,
): object {
  const nowMs = clock.nowMs()
  return {
    id: String(id),
    app_id: String(appId),
    app: snapshots.apps().findApp(appId)?.name ?? '',
    name,
    basis_points: basisPoints,
    from: Math.floor(fromMs / 1000),
    to: Math.floor(toMs / 1000),
    state: toMs <= nowMs ? 'over' : fromMs <= nowMs ? 'running' : 'planned',
  }
}
