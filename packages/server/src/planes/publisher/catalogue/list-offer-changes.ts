import { writeOfferCursor } from '@quoin/contract/fields/cursor-fields.ts'
import * as operations from '@quoin/contract/lookup-operations.ts'
import { limitMax } from '@quoin/contract/parameters.ts'
import { unknownCountry } from '@quoin/core/detect/country.ts'
import { countOf } from '@quoin/core/risk/count-of.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import {
  type ToldOffer,
  listOfferChanges as listChanges,
  type OfferChangePage,
} from '../../../features/catalogue/changes/list-offer-changes.ts'
import { type Call, route } from '../../../http/route.ts'
import { presentListed } from './present-listed.ts'

type ChangesCall = Call<typeof operations.listOfferChanges.query, typeof operations.listOfferChanges.body>

/** Margins are those of an unknown country, so that no address of the caller is another list. */
const nobody = { country: unknownCountry, platform: 'desktop' } as const

/** GET /api/v1/offers/changes: what became of offers, for whoever keeps a copy of the list. */
export const listOfferChanges = route(operations.listOfferChanges, async (call) => {
  const { ports, caller, query } = call
  const { cursor, limit = limitMax } = query
  const nowSec = secondsOf(ports.clock.nowMs())
  const audience = { ...nobody, nowSec, isTest: caller.isTest }
  const page = await listChanges(ports, { app: caller.app, audience, after: cursor, limit })
  const { changes, next, hasMore, isPaused } = page
  return {
    data: changes.map((change) => presentOfferChange(call, page, change)),
    message: isPaused
      ? 'The app is paused: go on from here when it is not.'
      : `${countOf(changes.length, 'change')}.`,
    meta: { returned: changes.length, limit, next_cursor: writeOfferCursor(next), has_more: hasMore },
  }
})

function presentOfferChange(
  { ports, caller, query }: ChangesCall,
  { catalogue, pricing }: OfferChangePage,
  { type, state, index }: ToldOffer,
) {
  const { userMacro, subId } = query
  const user = { userMacro, subId }
  const listed =
    index === undefined ? null : presentListed({ ports, caller }, { catalogue, pricing, index }, user)
  return {
    type,
    offer_id: state.offerId,
    sequence: state.sequence,
    changed_at: secondsOf(state.changedAtMs),
    offer: listed && { ...listed, link: userMacro === undefined ? null : listed.link },
  }
}
