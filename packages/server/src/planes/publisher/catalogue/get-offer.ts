import * as operations from '@quoin/contract/lookup-operations.ts'
import {
  encodeGoals,
  encodeLinkTail,
  encodePrices,
  encodeTerms,
  type ShownCurrency,
  type OfferFields,
} from '@quoin/contract/present-offer.ts'
import { detailValues } from '@quoin/core/offers/offer-fields.ts'
import { slabText } from '@quoin/core/catalogue/slab.ts'
import { listPrices } from '../../../features/catalogue/list-prices.ts'
import { type FoundOffer, findOffer } from '../../../features/catalogue/find-offer.ts'
import { type Call, route } from '../../../http/route.ts'
import { shownCurrency, shownGoals, shownOffer } from './show-terms.ts'
import { openLinkSigner } from '../../../features/tracking/sign-links.ts'
import { audienceOf } from './audience-of.ts'

type OfferCall = Call<
  typeof operations.getOffer.query,
  typeof operations.getOffer.body,
  typeof operations.getOffer.pathParameters & object
>

/** GET /api/v1/offers/{offerId}: the offer as the list has it. */
export const getOffer = route(operations.getOffer, async (call) => {
  const { ports, caller, path, query } = call
  const { detected, alsoFor: _narrowed, ...viewed } = audienceOf(call)
  const found = await findOffer(ports, {
    app: caller.app,
    offerId: path.offerId,
    userId: query.userId,
    ...viewed,
  })
  return { data: presentOffer(call, found), message: 'The offer.', meta: { detected } }
})

function endOf({ catalogue, pricing, index, progress }: FoundOffer, currency: ShownCurrency): string {
  const end = slabText(catalogue.data.tails, catalogue.data.textAt[index] ?? 0)
  if (!catalogue.hasGoals(index)) return end
  return `${end.slice(0, -1)}${encodeGoals(shownGoals(catalogue, index, pricing), currency, progress.get(index))}}`
}

/** From the same pieces that the list is written of, so that the two cannot differ. */
function presentOffer({ ports, caller, query }: OfferCall, found: FoundOffer) {
  const { data } = found.catalogue
  const offer = shownOffer(found.catalogue, found.index, found.pricing)
  const { key, app } = caller
  const currency = shownCurrency(app.currency, found.pricing)
  const terms = { trackUrl: ports.settings.trackUrl, apiKey: key.key, currency }
  const { userId = '', subId } = query
  const signed = { apiKey: key.key, offerId: offer.id, userId, subId }
  const signature = app.signedLinks === 'off' ? '' : `&sig=${openLinkSigner(ports, app)(signed)}`
  const tail = encodeLinkTail({ apiKey: key.key, userId, subId }) + signature
  const head = slabText(data.heads, data.textAt[found.index] ?? 0)
  const prices =
    query.userId === undefined ? listPrices(ports, found.catalogue, { offerId: offer.id, appId: app.id }) : []
  const all = prices.length === 0 ? '' : encodePrices(prices, currency)
  const text = `${(head + encodeTerms(offer, terms) + tail + endOf(found, currency)).slice(0, -1)}${all}}`
  const listed = JSON.parse(text) as OfferFields // written above
  return {
    ...listed,
    ...detailValues(found.catalogue.offerAt(found.index)),
    link: query.userId === undefined ? null : listed.link,
    status: found.status,
    eligible: found.isEligible,
  }
}
