import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Selected, Selection } from '@quoin/core/catalogue/selection.ts'
import type { Ports } from '../../ports.ts'
import { findProgress, type ProgressByIndex } from './find-progress.ts'
import { findBlock, findExcluded, type Viewer } from './find-withheld.ts'
import { priceOffers } from './price-offers.ts'

export interface OfferRequest extends Viewer {
  readonly selection: Omit<Selection, 'excludedIds' | 'bars'>
}

export interface OfferPage extends Selected {
  /** The very catalogue that the page's indexes belong to. */
  readonly catalogue: Catalogue
  /** What the page's offers pay its user. */
  readonly pricing: Pricing
  readonly progress: ProgressByIndex
}

/** What a user may see now: targeted, not done, not capped; a blocked user sees nothing. */
export async function listOffers(
  ports: Pick<Ports, 'snapshots' | 'clock' | 'exclusions'>,
  { selection, ...viewer }: OfferRequest,
): Promise<OfferPage> {
  const { snapshots, clock } = ports
  const { app, audience } = viewer
  const pricing = priceOffers(ports, { appId: app.id, country: audience.country, nowMs: clock.nowMs() })
  if (findBlock(ports, viewer)) {
    return { catalogue: snapshots.catalogue(), pricing, page: [], total: 0, key: '', progress: new Map() }
  }
  const { taken, capped } = await findExcluded(ports, viewer)
  const catalogue = snapshots.catalogue()
  const excludedIds = union(capped.offerIds, taken)
  const selected = catalogue.select(viewer.audience, {
    ...selection,
    excludedIds,
    bars: capped.wide,
    pricing,
  })
  const progress = await findProgress(ports, viewer, { catalogue, indexes: selected.page })
  return { catalogue, pricing, ...selected, progress }
}

/** Nearly always one of them is empty. */
function union(some: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> {
  if (some.size === 0) return others
  return others.size === 0 ? some : new Set([...some, ...others])
}
