import * as operations from '@quoin/contract/operations.ts'
import { limitDefault } from '@quoin/contract/parameters.ts'
import { defaultSort } from '@quoin/core/targeting/sort.ts'
import { detectAudience } from '../../features/audience/detect-audience.ts'
import { listOffers as listOffersFeature } from '../../features/catalogue/list-offers.ts'
import { metaOf } from '../../http/meta.ts'
import { checkSessionUser } from '../../http/prove.ts'
import { type Call, route } from '../../http/route.ts'
import { writeOfferList } from './write-offer-list.ts'

export type OffersCall = Call<typeof operations.listOffers.query, typeof operations.listOffers.body>

/** GET /api/v1/offers, spec §4.1. */
export const listOffers = route(operations.listOffers, async (call) => {
  const { ports, caller, query } = call
  checkSessionUser(caller, 'userId', query.userId)
  const { country, platform, address } = audienceOf(call)
  const limit = query.limit ?? limitDefault
  const offset = query.offset ?? 0
  const { catalogue, page, total } = await listOffersFeature(ports, {
    app: caller.app,
    userId: query.userId,
    audience: { country, platform, nowSec: Math.floor(ports.clock.nowMs() / 1000), isTest: caller.isTest },
    address,
    selection: {
      sort: query.sort ?? defaultSort,
      limit,
      offset,
      category: query.category,
      search: query.search,
      minPayoutMicros: query.minPayout,
      offerIds: query.offerIds,
    },
  })
  const meta = {
    ...metaOf(call.requestId, ports.clock),
    total,
    returned: page.length,
    limit,
    offset,
    detected: { country, device: platform },
  }
  return { bytes: writeOfferList(call, { catalogue, page, meta }) }
})

/**
 * Explicit parameters win, then what is detected. A server calls for its user, so his `ip` and `userAgent` replace
 * the connection's own wherever they are given (spec §4.1 rule 4; DECISIONS: meta.detected).
 */
function audienceOf({ ports, client, query, caller }: OffersCall) {
  const isUserHimself = query.ip === undefined
  const detected = detectAudience(ports, {
    address: query.ip ?? client.address,
    userAgent: query.userAgent ?? client.userAgent,
    // Client hints of a server's own runtime say nothing about a user whose User-Agent it passes.
    header: (name) => (query.userAgent === undefined ? client.header(name) : undefined),
    peerAddress: isUserHimself ? client.peerAddress : undefined,
  })
  // The address of a key + secret call is the publisher's server: no list entry about it is meant for the user.
  const isObserved = caller.sessionUserId !== undefined
  return {
    country: query.country ?? detected.country,
    platform: query.platform ?? detected.platform,
    address: query.ip ?? (isObserved ? client.address : undefined),
  }
}
