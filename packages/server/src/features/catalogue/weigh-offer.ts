import type { App } from '@quoin/core/apps/app.ts'
import type { BarredOffer } from '@quoin/core/caps/bars.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'
import type { Ports } from '../../ports/ports.ts'

/** Who would earn by it. */
interface Earner {
  readonly app: Pick<App, 'id'>
  readonly audience: Pick<Audience, 'country'>
}

/** What one more conversion of an offer is expected to weigh on caps, by the margin rule that it would be under. */
export function weighOffer(
  { snapshots }: Pick<Ports, 'snapshots'>,
  offer: CatalogueOffer,
  { app, audience }: Earner,
): BarredOffer {
  const margin = snapshots.terms().findMargin({ offerId: offer.id, appId: app.id, country: audience.country })
  return applyMargin(offer, margin)
}
