import { isBarred } from '@quoin/core/caps/bars.ts'
import type { Ports } from '../../ports/ports.ts'

/** The offers that a used up cap hides from everybody at this moment. */
export async function findCapped({
  exclusions,
  snapshots,
}: Pick<Ports, 'exclusions' | 'snapshots'>): Promise<readonly number[]> {
  const bars = await exclusions.capped(undefined)
  if (bars.offerIds.size === 0 && bars.wide.length === 0) return []
  const catalogue = snapshots.catalogue()
  return [...new Set(catalogue.data.ids)].filter((id) =>
    catalogue.listWeights(id).every((offer) => isBarred(bars, offer)),
  )
}
