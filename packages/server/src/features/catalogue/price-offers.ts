import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import type { Ports } from '../../ports/ports.ts'

/** The prices that an app's users in a country are shown at this moment: as a click now would earn. */
export function priceOffers(
  { snapshots }: Pick<Ports, 'snapshots'>,
  { appId, country, nowMs }: { appId: number; country: string; nowMs: number },
): Pricing {
  const terms = snapshots.terms()
  const promotion = terms.findPromotion(appId, nowMs)
  if (!terms.hasMargins && promotion === undefined) return plain
  return {
    key: `${terms.version} ${terms.hasMargins ? `${appId} ${country}` : ''} ${promotion?.id ?? ''}`,
    marginOf: terms.hasMargins ? (offerId) => terms.findMargin({ offerId, appId, country }) : undefined,
    promotion: promotion ?? null,
  }
}

const plain: Pricing = { key: '', promotion: null }
