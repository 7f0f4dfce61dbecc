import * as operations from '@quoin/contract/operations.ts'
import { limitDefault } from '@quoin/contract/parameters.ts'
import { defaultSort } from '@quoin/core/targeting/sort.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { listOffers as listOffersFeature } from '../../../features/catalogue/list-offers.ts'
import { metaOf } from '../../../http/meta.ts'
import { checkSessionUser } from '../../../http/prove.ts'
import { type Answer, type Call, route } from '../../../http/route.ts'
import { audienceOf } from './audience-of.ts'
import { presentReward } from './show-terms.ts'
import { writeOfferList } from './write-offer-list.ts'

export type OffersCall = Call<typeof operations.listOffers.query, typeof operations.listOffers.body>

/** GET /api/v1/offers, spec §4.1. */
export const listOffers = route(operations.listOffers, answerList, { isHot: true })

function answerList(call: OffersCall): Awaitable<Answer> {
  const { ports, caller, query } = call
  checkSessionUser(caller, 'userId', query.userId)
  const { audience, address, detected } = audienceOf(call)
  const limit = query.limit ?? limitDefault
  const offset = query.offset ?? 0
  const selection = {
    sort: query.sort ?? defaultSort,
    limit,
    offset,
    category: query.category,
    search: query.search,
    minPayoutMicros: query.minPayout,
    offerIds: query.offerIds,
  }
  const viewer = { app: caller.app, userId: query.userId, audience, address }
  return whenKnown(listOffersFeature(ports, viewer, selection), (found) => {
    const { timestamp, request_id } = metaOf(call.requestId, ports.clock)
    const meta = {
      timestamp,
      request_id,
      total: found.total,
      returned: found.page.length,
      limit,
      offset,
      detected,
      reward: presentReward(caller.app.currency, found.pricing),
    }
    return { bytes: writeOfferList(call, found, meta) }
  })
}
