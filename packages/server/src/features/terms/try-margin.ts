import type { App } from '@quoin/core/apps/app.ts'
import { notFound } from '@quoin/core/errors.ts'
import { unknownCountry } from '@quoin/core/detect/country.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { isPricedIn, offerIn } from '@quoin/core/prices/price-offer.ts'
import { earn } from '@quoin/core/payout/earned.ts'
import { applyMargin, type MarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { Promotion } from '@quoin/core/terms/promotion.ts'
import type { Ports } from '../../ports/ports.ts'

interface TriedMargin {
  readonly app: App
  readonly margin: MarginRule | undefined
  readonly promotion: Promotion | undefined
  readonly revenueMicros: number
  readonly payoutMicros: number
  readonly payoutLocalMicros: number
}

/**
 * The earnings of an app from a conversion of an offer, by the terms of this moment. RESOURCE_NOT_FOUND for an unknown
 * one.
 */
export async function tryMargin(
  { db, store, snapshots, clock }: Pick<Ports, 'db' | 'store' | 'snapshots' | 'clock'>,
  { offerId, appId, country }: { offerId: number; appId: number; country: string | null },
): Promise<TriedMargin> {
  const offer = await store.offers.findOfferById(db, offerId)
  if (offer === undefined) throw notFound(`There is no offer ${offerId}.`)
  const app = await store.apps.findAppById(db, appId)
  if (app === undefined) throw notFound(`There is no app ${appId}.`)
  const terms = snapshots.terms()
  const margin = terms.findMargin({ offerId, appId, country })
  const promotion = terms.findPromotion(appId, clock.nowMs())
  const paid = paidSomewhere(offer, country ?? unknownCountry)
  const { payoutMicros, payoutShareBasisPoints, revenueMicros } = applyMargin(paid, margin)
  const { rateMicros, decimals, rounding } = app.currency
  const earned = earn(
    {
      payoutMicros,
      shareBasisPoints: payoutShareBasisPoints,
      rateMicros,
      decimals,
      rounding,
      promotionBasisPoints: promotion?.basisPoints ?? null,
    },
    revenueMicros,
  )
  return { app, margin, promotion, ...earned }
}

/** On the first platform that it pays for in a country. */
function paidSomewhere(offer: Offer, country: string): Offer {
  const platform = platforms.find((one) => isPricedIn(offer, { country, platform: one })) ?? 'desktop'
  return offerIn(offer, { country, platform })
}
