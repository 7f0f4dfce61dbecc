import type { App } from '@quoin/core/apps/app.ts'
import type { BarredOffer } from '@quoin/core/caps/bars.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { offerIn } from '@quoin/core/prices/price-offer.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'
import type { Ports } from '../../ports/ports.ts'

/** The earner. */
interface Earner {
  readonly app: Pick<App, 'id'>
  readonly audience: Pick<Audience, 'country' | 'platform'>
}

/** The expected weight of one more conversion of an offer on caps, by the margin rule that it would be under. */
export function weighOffer(
  { snapshots }: Pick<Ports, 'snapshots'>,
  offer: CatalogueOffer,
  { app, audience }: Earner,
): BarredOffer {
  const margin = snapshots.terms().findMargin({ offerId: offer.id, appId: app.id, country: audience.country })
  return applyMargin(offerIn(offer, audience), margin)
}
