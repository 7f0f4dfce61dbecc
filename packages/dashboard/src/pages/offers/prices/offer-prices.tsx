import { platforms } from '@quoin/core/offers/offer.ts'
import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Loading } from '../../../parts/feedback/loading.tsx'
import { PriceCard } from './price-card.tsx'
import { PriceMap } from './price-map.tsx'
import { PricePicker } from './price-picker.tsx'
import { PriceVersions } from './price-versions.tsx'
import './offer-prices.css'

interface OfferPricesProps {
  readonly offer: DataOf<'getOffer'>
  readonly mayChange: boolean
}

/** The prices of an offer by country and platform: all of them, those of one person, and those of before. */
export function OfferPrices({ offer, mayChange }: OfferPricesProps) {
  const [place, setPlace] = useState(() => firstPlace(offer))
  const { data, error, refetch } = useOperation('showOfferPrices', {
    path: { offerId: offer.id },
    query: place,
  })
  if (error && data === undefined) {
    return <Failure what="The prices could not be loaded" error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Loading what="the prices" />
  return (
    <div className="price-page">
      <div className="price-main">
        <PriceCard offer={offer} prices={data} mayChange={mayChange} />
        {data.rows.some(({ rest }) => !rest) && <PriceMap offer={offer} prices={data} />}
        <PriceVersions versions={data.versions} />
      </div>
      <PricePicker prices={data} place={place} onChange={setPlace} />
    </div>
  )
}

/** Somebody whom the first price is for. */
function firstPlace(offer: DataOf<'getOffer'>) {
  const [price] = [...offer.prices, ...offer.goals.flatMap(({ prices }) => prices)]
  const [country = offer.countries[0] ?? 'US'] = price?.countries ?? []
  const [platform = offer.platforms[0] ?? platforms[1]] = price?.platforms ?? []
  return { country, platform }
}
