import {
  getOffer as getOperation,
  listOfferCategories as categoriesOperation,
  listOffers as listOperation,
} from '@quoin/contract/operator/catalogue/offer-operations.ts'
import { firstOfDays } from '@quoin/core/time/first-of-days.ts'
import { isBarred } from '@quoin/core/caps/bars.ts'
import { countToday } from '../../../features/catalogue/count-today.ts'
import { findCapped } from '../../../features/catalogue/find-capped.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { presentListedOffer } from './present-offer.ts'
import { presentOfferFigures } from './present-figures.ts'
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
  const filter = { search, networkId, country, platform, category, ...wanted, exceptIds: [] }
  const page = await ports.store.offerList.listOfferPage(ports.db, filter, slice)
  const ids = page.rows.map(({ id }) => id)
  const [bars, measured, used] = await Promise.all([
    ports.exclusions.capped(undefined),
    ports.store.offerFigures.measureOffers(ports.db, {
      ids,
      sinceSec: firstOfDays(measuredDays, ports.clock.nowMs()),
    }),
    countToday(ports, page.rows),
  ])
  const figures = new Map(measured.map((one) => [one.id, one]))
  return listAnswer(page, slice, (offer) => ({
    ...presentListedOffer(offer, { network: offer.network, isCapped: isBarred(bars, offer) }),
    daily_cap: offer.dailyCap,
    used_today: used.get(offer.id) ?? 0,
    ...presentOfferFigures(figures.get(offer.id)),
  }))
})

const measuredDays = 28

export const getOffer = staffRoute(getOperation, async ({ ports, path }) => ({
  data: await showOffer(ports, path.offerId),
  message: 'The offer.',
}))

export const listOfferCategories = staffRoute(categoriesOperation, async ({ ports: { db, store } }) => {
  const data = await store.offerList.listCategories(db)
  return { data, message: `${data.length} categories.` }
})
