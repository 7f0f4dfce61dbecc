import {
  encodeGoals,
  encodeLinkTail,
  encodePrices,
  encodeTerms,
  type OfferFields,
} from '@quoin/contract/present-offer.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import { slabText } from '@quoin/core/catalogue/slab.ts'
import type { ProgressByIndex } from '../../../features/catalogue/find-progress.ts'
import { listPrices } from '../../../features/catalogue/list-prices.ts'
import { openLinkSigner } from '../../../features/tracking/sign-links.ts'
import type { Call } from '../../../http/route.ts'
import { shownCurrency, shownGoals, shownOffer } from './show-terms.ts'

interface Listing {
  readonly catalogue: Catalogue
  readonly pricing: Pricing
  readonly index: number
  readonly progress?: ProgressByIndex | undefined
}

interface LinkFor {
  readonly userId?: string | undefined
  /** In the place of a user; cannot be signed. */
  readonly userMacro?: string | undefined
  readonly subId?: string | undefined
}

/** An offer from the same pieces that the list is written of, so that the two cannot differ; all its prices where no user is named. */
export function presentListed(
  { ports, caller }: Pick<Call, 'ports' | 'caller'>,
  { catalogue, pricing, index, progress }: Listing,
  { userId, userMacro, subId }: LinkFor,
): OfferFields {
  const { data } = catalogue
  const { key, app } = caller
  const offer = shownOffer(catalogue, index, pricing)
  const currency = shownCurrency(app.currency, pricing)
  const terms = { trackUrl: ports.settings.trackUrl, apiKey: key.key, currency }
  const isSigned = app.signedLinks !== 'off' && userId !== undefined
  const signed = { apiKey: key.key, offerId: offer.id, userId: userId ?? '', subId }
  const signature = isSigned ? `&sig=${openLinkSigner(ports, app)(signed)}` : ''
  const link = encodeLinkTail({ apiKey: key.key, userId, userMacro, subId }) + signature
  const text = data.textAt[index] ?? 0
  const goals = catalogue.hasGoals(index)
    ? encodeGoals(shownGoals(catalogue, index, pricing), currency, progress?.get(index))
    : ''
  const prices =
    userId === undefined ? listPrices(ports, catalogue, { offerId: offer.id, appId: app.id }) : []
  const all = prices.length === 0 ? '' : encodePrices(prices, currency)
  const end = `${slabText(data.tails, text).slice(0, -1)}${goals}${all}}`
  return JSON.parse(slabText(data.heads, text) + encodeTerms(offer, terms) + link + end) as OfferFields // written above
}
