import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Check } from '@quoin/core/targeting/explain-offer.ts'
import { noFilters } from '@quoin/core/catalogue/query-filters.ts'
import { defaultSort } from '@quoin/core/targeting/sort.ts'
import type { Ports } from '../../ports/ports.ts'
import { explainEligibility } from './explain-eligibility.ts'
import type { BlockNeeds, Viewer } from './find-withheld.ts'
import { listOffers } from './list-offers.ts'

interface Asked {
  readonly isListed: boolean
  readonly search: string | undefined
  readonly limit: number
}

interface Surveyed {
  /** The very catalogue that the indexes belong to. */
  readonly catalogue: Catalogue
  readonly pricing: Pricing
  readonly total: number
  readonly offers: readonly { readonly index: number; readonly whyNot: Check | undefined }[]
}

const everything = { ...noFilters, offset: 0, category: undefined }

/**
 * The offers that a user is shown, in the order of the list; or the running offers that are kept from them, each with
 * the first rule that does so.
 */
export async function surveyOffers(
  ports: BlockNeeds & Pick<Ports, 'exclusions' | 'ranking'>,
  viewer: Viewer,
  { isListed, search, limit }: Asked,
): Promise<Surveyed> {
  const size = ports.snapshots.catalogue().size
  const selection = { ...everything, sort: 'recommended', search, limit: isListed ? limit : size } as const
  const { catalogue, pricing, page, total } = await listOffers(ports, viewer, selection)
  if (isListed) {
    return { catalogue, pricing, total, offers: page.map((index) => ({ index, whyNot: undefined })) }
  }
  const { ids } = catalogue.data
  const shown = new Set(page.map((index) => ids[index]))
  const running = catalogue.select(viewer.audience, {
    ...everything,
    sort: defaultSort,
    search,
    limit: catalogue.size,
    anyOf: ['country', 'platform'],
    excludedIds: new Set(),
    bars: [],
    pricing,
  })
  const missing = running.page.filter((index) => !shown.has(ids[index]))
  const offers = await Promise.all(
    missing.slice(0, limit).map(async (index) => {
      const { checks } = await explainEligibility(ports, { offerId: catalogue.offerAt(index).id, viewer })
      return { index, whyNot: checks.find(({ isPassed }) => !isPassed) }
    }),
  )
  return { catalogue, pricing, total: missing.length, offers }
}
