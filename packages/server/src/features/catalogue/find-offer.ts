import type { App } from '@quoin/core/apps/app.ts'
import { isBarred } from '@quoin/core/caps/bars.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { notFound } from '@quoin/core/errors.ts'
import type { OfferStatus } from '@quoin/core/offers/offer.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import { explainOffer } from '@quoin/core/targeting/explain-offer.ts'
import { testMode } from '@quoin/core/targeting/filters/test-mode.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Ports } from '../../ports/ports.ts'
import { priceOffers } from './price-offers.ts'
import { type BlockNeeds, isAppPaused } from './find-withheld.ts'
import { findProgress, type ProgressByIndex } from './find-progress.ts'
import { weighOffer } from './weigh-offer.ts'
import { explainEligibility } from './explain-eligibility.ts'

interface OfferAsked {
  readonly app: App
  readonly offerId: number
  /** Undefined: nobody in particular; then only targeting and caps decide. */
  readonly userId: string | undefined
  readonly audience: Audience
  readonly address: string | undefined
}

export interface FoundOffer {
  /** The very catalogue that the index belongs to. */
  readonly catalogue: Catalogue
  readonly index: number
  readonly pricing: Pricing
  readonly status: OfferStatus
  readonly isEligible: boolean
  readonly progress: ProgressByIndex
}

/**
 * One offer, whether or not the list shows it now. Throws RESOURCE_NOT_FOUND for an unknown offer, which a test offer
 * is to live credentials.
 */
export async function findOffer(
  ports: BlockNeeds & Pick<Ports, 'exclusions'>,
  { offerId, userId, ...asked }: OfferAsked,
): Promise<FoundOffer> {
  const eligibility =
    userId === undefined
      ? undefined
      : await explainEligibility(ports, { offerId, viewer: { ...asked, userId } })
  const capped = await ports.exclusions.capped(undefined)
  const catalogue = ports.snapshots.catalogue()
  const index = catalogue.findIndex(offerId, asked.audience)
  const offer = catalogue.findOffer(offerId)
  if (index === undefined || !offer || !testMode.keeps(offer, asked.audience)) {
    throw notFound('There is no such offer.')
  }
  const anybody = {
    isAppPaused: isAppPaused(asked),
    blockedBy: undefined,
    isTaken: false,
    isCapped: isBarred(capped, weighOffer(ports, offer, asked)),
  }
  const isEligible =
    eligibility?.isEligible ?? explainOffer(offer, asked.audience, anybody).every(({ isPassed }) => isPassed)
  const progress: ProgressByIndex =
    userId === undefined
      ? new Map()
      : await findProgress(ports, { ...asked, userId }, { catalogue, indexes: [index] })
  const pricing = priceOffers(ports, {
    appId: asked.app.id,
    country: asked.audience.country,
    nowMs: ports.clock.nowMs(),
  })
  return { catalogue, index, pricing, status: offer.status, isEligible, progress }
}
