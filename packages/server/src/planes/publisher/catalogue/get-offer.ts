import * as operations from '@quoin/contract/lookup-operations.ts'
import { detailValues } from '@quoin/core/offers/offer-fields.ts'
import { type FoundOffer, findOffer } from '../../../features/catalogue/find-offer.ts'
import { type Call, route } from '../../../http/route.ts'
import { audienceOf } from './audience-of.ts'
import { presentListed } from './present-listed.ts'

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

function presentOffer({ ports, caller, query }: OfferCall, found: FoundOffer) {
  const { userId, subId } = query
  const listed = presentListed({ ports, caller }, found, { userId, subId })
  return {
    ...listed,
    ...detailValues(found.catalogue.offerAt(found.index)),
    link: userId === undefined ? null : listed.link,
    status: found.status,
    eligible: found.isEligible,
  }
}
