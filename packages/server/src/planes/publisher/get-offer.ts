import * as operations from '@quoin/contract/lookup-operations.ts'
import { encodeGoals, encodeLinkTail, encodeTerms } from '@quoin/contract/present-offer.ts'
import type { AppCurrency } from '@quoin/core/app.ts'
import { slabText } from '@quoin/core/catalogue/slab.ts'
import { type FoundOffer, findOffer } from '../../features/catalogue/find-offer.ts'
import { type Call, route } from '../../http/route.ts'
import { audienceOf } from './audience-of.ts'

type OfferCall = Call<
  typeof operations.getOffer.query,
  typeof operations.getOffer.body,
  typeof operations.getOffer.pathParameters & object
>

/** GET /api/v1/offers/{offerId}: the offer as the list has it. */
export const getOffer = route(operations.getOffer, async (call) => {
  const { ports, caller, path, query } = call
  const { detected, ...viewed } = audienceOf(call)
  const found = await findOffer(ports, {
    app: caller.app,
    offerId: path.offerId,
    userId: query.userId,
    ...viewed,
  })
  return { data: presentOffer(call, found), message: 'The offer.', meta: { detected } }
})

function endOf({ catalogue, index, progress }: FoundOffer, currency: AppCurrency): string {
  const end = slabText(catalogue.data.tails, index)
  if (!catalogue.hasGoals(index)) return end
  return `${end.slice(0, -1)}${encodeGoals(catalogue.goalsAt(index).goals, currency, progress.get(index))}}`
}

/** From the same pieces that the list is written of, so that the two cannot differ. */
function presentOffer({ ports, caller, query, path }: OfferCall, found: FoundOffer): object {
  const { data } = found.catalogue
  const offer = { id: path.offerId, payoutMicros: data.payoutMicros[found.index] ?? 0 }
  const { key, app } = caller
  const terms = { trackUrl: ports.settings.trackUrl, apiKey: key.key, currency: app.currency }
  const { userId = '', subId } = query
  const tail = encodeLinkTail({ apiKey: key.key, userId, subId })
  const text =
    slabText(data.heads, found.index) + encodeTerms(offer, terms) + tail + endOf(found, app.currency)
  const listed = JSON.parse(text) as Record<string, unknown> // written above
  return {
    ...listed,
    link: query.userId === undefined ? null : listed['link'],
    status: found.status,
    eligible: found.isEligible,
  }
}
