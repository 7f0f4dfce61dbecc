import { microsOf } from '../../../../format/format-money.ts'
import type { DataOf } from '../../../../api/operation-types.ts'
import { listRow } from '../form-row.ts'
import { type PriceDraft, priceDraftOf, sentPrice, showPrice } from './price-rows.ts'

type StoredPrice = DataOf<'getOffer'>['prices'][number]

/** The prices of an offer or goal as a field of its form. */
export function pricesRow<Stored>(label: string, of: (stored: Stored) => readonly StoredPrice[]) {
  return {
    ...listRow({
      label,
      none: 'none',
      name: showPrice,
      draft: (stored: Stored): readonly PriceDraft[] => of(stored).map(priceDraftOf),
      send: (prices: readonly PriceDraft[]) => prices.map(sentPrice),
    }),
    show: showPrices,
    tell: tellPrices,
  }
}

const namedMax = 4

export function showPrices(prices: readonly PriceDraft[]): string {
  const named = prices.slice(0, namedMax).map(showPrice).join('; ')
  const more = prices.length > namedMax ? ` and ${prices.length - namedMax} more` : ''
  return `${named}${more}` || 'none'
}

/** Only those that differ: a list may have many. */
function tellPrices(before: readonly PriceDraft[], after: readonly PriceDraft[]): readonly [string, string] {
  const [was, is] = [before, after].map((prices) => new Set(prices.map(textOf)))
  const [gone, come] = [
    before.filter((price) => is?.has(textOf(price)) === false),
    after.filter((price) => was?.has(textOf(price)) === false),
  ]
  if (gone.length === 0 && come.length === 0) return [showPrices(before), 'the same in another order']
  return [gone.length === 0 ? '–' : showPrices(gone), come.length === 0 ? '–' : showPrices(come)]
}

function textOf(price: PriceDraft): string {
  return JSON.stringify(sentPrice(price))
}

interface StoredAmounts {
  readonly prices: readonly StoredPrice[]
  readonly payout: string
  readonly payout_share: string | null
  readonly revenue: string
}

/** Whether it is paid for at the places of its prices alone. */
export function isPricedAlone({ prices, payout, payout_share: share, revenue }: StoredAmounts): boolean {
  return prices.length > 0 && microsOf(payout) === 0 && share === null && microsOf(revenue) === 0
}
