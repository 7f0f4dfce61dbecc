import {
  getOffer as getOperation,
  listOfferCategories as categoriesOperation,
  listOffers as listOperation,
} from '@quoin/contract/operator/catalogue/offer-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { firstOfDays } from '@quoin/core/time/first-of-days.ts'
import { isBarred } from '@quoin/core/caps/bars.ts'
import { findCapped } from '../../../features/catalogue/find-capped.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentListedOffer } from './present-offer.ts'
import { showOffer } from './show-offer.ts'

export const listOffers = staffRoute(listOperation, async ({ ports, query }) => {
  const slice = sliceOf(query, '-id')
  const {
    search = null,
    networkId = null,
    status = null,
    country = null,
    platform = null,
    category = null,
  } = query
  const wanted = status === 'capped' ? { status: null, ids: await findCapped(ports) } : { status, ids: null }
  const filter = { search, networkId, country, platform, category, ...wanted }
  const page = await ports.store.offerList.listOfferPage(ports.db, filter, slice)
  const ids = page.rows.map(({ id }) => id)
  const [bars, measured] = await Promise.all([
    ports.exclusions.capped(undefined),
    ports.store.offerFigures.measureOffers(ports.db, { ids, sinceSec: firstOfDays(30, ports.clock.nowMs()) }),
  ])
  const figures = new Map(measured.map((one) => [one.id, one]))
  return listAnswer(page, slice, (offer) => {
    const { clicks = 0, approved = 0, earnedMicros = '0' } = figures.get(offer.id) ?? {}
    return {
      ...presentListedOffer(offer, { network: offer.network, isCapped: isBarred(bars, offer) }),
      ...{ clicks, approved, earned: formatMicros(BigInt(earnedMicros)) },
    }
  })
})

export const getOffer = staffRoute(getOperation, async ({ ports, path }) => ({
  data: await showOffer(ports, path.offerId),
  message: 'The offer.',
}))

export const listOfferCategories = staffRoute(categoriesOperation, async ({ ports: { db, store } }) => {
  const data = await store.offerList.listCategories(db)
  return { data, message: `${data.length} categories.` }
})
