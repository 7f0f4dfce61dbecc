import { asWritten, inUsd } from '@quoin/core/offers/foreign-amounts.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import type { Ports } from '../../ports/ports.ts'
import { ratesOfNow } from './rates-of-now.ts'

const batchSize = 500

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/**
 * Tells the revenues of offers in other currencies in USD by the rates of now. Returns how many were told anew. A currency
 * without a rate that is fresh enough keeps the last one. Clicks made before go on earning by the rate of then.
 */
export async function rerateOffers(needs: Needs): Promise<number> {
  const { db, store } = needs
  const currencies = await store.knownOffers.listOfferCurrencies(db)
  if (currencies.length === 0) return 0
  const rateOf = await ratesOfNow(needs, db)
  let rerated = 0
  for (const currency of currencies) {
    const usdNanos = rateOf(currency)
    if (usdNanos !== undefined) rerated += await rerate(needs, { currency, usdNanos })
  }
  return rerated
}

async function rerate(
  { db, store, clock }: Needs,
  rate: { readonly currency: string; readonly usdNanos: number },
): Promise<number> {
  let rerated = 0
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    const since: number = afterId
    afterId = await db.transaction(async (tx) => {
      const wanted = { ...rate, afterId: since, limit: batchSize }
      const offers = await store.knownOffers.lockOtherwiseRated(tx, wanted)
      const told = offers.flatMap((offer) => {
        const given: OfferInput = { ...offer, status: offer.fileStatus }
        const inDollars = inUsd(asWritten(given), rate.usdNanos)
        return inDollars === undefined ? [] : [{ networkId: offer.networkId, offer: inDollars }]
      })
      for (const [networkId, own] of Map.groupBy(told, (one) => one.networkId)) {
        const given = { offers: own.map(({ offer }) => offer), nowMs: clock.nowMs() }
        await store.offers.upsertOffers(tx, networkId, given)
      }
      if (told.length > 0) await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
      rerated += told.length
      return offers.at(-1)?.id
    })
  }
  return rerated
}
