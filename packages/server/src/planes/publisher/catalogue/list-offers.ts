import type { Meta } from '@quoin/contract/envelope.ts'
import * as operations from '@quoin/contract/operations.ts'
import { limitDefault } from '@quoin/contract/parameters.ts'
import type { Shown } from '@quoin/contract/shown.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { defaultSort } from '@quoin/core/targeting/sort.ts'
import { whenKnown } from '@quoin/core/awaitable.ts'
import {
  listForAnybody,
  listOffers as listOffersFeature,
  type OfferPage,
  type WantedPage,
} from '../../../features/catalogue/list-offers.ts'
import { listPrices } from '../../../features/catalogue/list-prices.ts'
import { metaOf } from '../../../http/meta.ts'
import { checkSessionUser } from '../../../http/prove.ts'
import { route } from '../../../http/route.ts'
import { audienceOf } from './audience-of.ts'
import { presentReward } from './show-terms.ts'
import { writeOfferList, type OffersCall } from './write-offer-list.ts'

/** GET /api/v1/offers. */
export const listOffers = route(operations.listOffers, answerList, { isHot: true })

function answerList(call: OffersCall) {
  const { ports, caller, query } = call
  const { alsoFor, detected, ...viewed } = audienceOf(call)
  const selection = { ...selectionOf(query), alsoFor }
  const viewer = { app: caller.app, ...viewed }
  // The table asks for one of the two.
  const { userId } = query
  if (userId === undefined) return answerCatalogue(call, viewer, selection)
  checkSessionUser(caller, 'userId', userId)
  return whenKnown(listOffersFeature(ports, { ...viewer, userId }, selection), (found) => ({
    bytes: writeOfferList(call, found, metaFor(call, found, { ...selection, detected })),
  }))
}

type Viewed = Parameters<typeof listForAnybody>[1]

/** A catalogue without a user: country and platform narrow it where they are given, and nothing is detected for it. */
function answerCatalogue(call: OffersCall, viewer: Viewed, given: WantedPage) {
  const { ports, caller, query } = call
  if (caller.sessionUserId !== undefined) {
    throw invalidFields([{ field: 'userMacro', rule: 'session', message: 'is for servers: send userId' }])
  }
  const places = ['country', 'platform'] as const
  const selection = { ...given, anyOf: places.filter((place) => query[place] === undefined) }
  const { country, platform } = viewer.audience
  const detected = { country, device: platform }
  const { country: askedCountry = 'any', platform: askedPlatform = 'any' } = query
  const audience = { user: 'any', country: askedCountry, platform: askedPlatform } as const
  const pricesIn = (found: OfferPage) => (offerId: number) =>
    listPrices(ports, found.catalogue, { offerId, appId: caller.app.id })
  return whenKnown(listForAnybody(ports, viewer, selection), (found) => ({
    bytes: writeOfferList(
      call,
      { ...found, pricesOf: pricesIn(found) },
      metaFor(call, found, { ...selection, detected, audience }),
    ),
  }))
}

function selectionOf(query: OffersCall['query']): WantedPage {
  return {
    sort: query.sort ?? defaultSort,
    ranking: query.ranking,
    limit: query.limit ?? limitDefault,
    offset: query.offset ?? 0,
    category: query.category,
    search: query.search,
    minPayoutMicros: query.minPayout,
    offerIds: query.offerIds,
    cost: query.cost,
    maxMinutes: query.maxMinutes,
  }
}

type ListMeta = Shown<(typeof operations.listOffers.success)[number], 'meta'>

type Applied = Pick<WantedPage, 'limit' | 'offset'> & {
  readonly detected: ListMeta['detected']
  /** The part of a catalogue that no user changes. */
  readonly audience?: ListMeta['audience']
}

function metaFor(
  { ports, caller, requestId }: OffersCall,
  found: OfferPage,
  applied: Applied,
): Meta & ListMeta {
  const { timestamp, request_id } = metaOf(requestId, ports.clock)
  const { limit, offset, detected, audience } = applied
  return {
    timestamp,
    request_id,
    total: found.total,
    returned: found.page.length,
    limit,
    offset,
    ...(found.ranking !== undefined && { ranking: found.ranking }),
    detected,
    ...(audience && { audience }),
    reward: presentReward(caller.app.currency, found.pricing),
  }
}
