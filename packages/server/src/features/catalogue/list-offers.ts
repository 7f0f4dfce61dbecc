import type { App } from '@quoin/core/app.ts'
import type { Catalogue, Selected, Selection } from '@quoin/core/catalogue/catalogue.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { Ports } from '../../ports.ts'

export interface OfferRequest {
  readonly app: App
  readonly userId: string
  readonly audience: Audience
  /** The end user's address, where it is known: it may be on a block list. */
  readonly address: string | undefined
  readonly selection: Omit<Selection, 'excludedIds'>
}

export interface OfferPage extends Selected {
  /** The very catalogue that the page's indexes belong to. */
  readonly catalogue: Catalogue
}

/** What a user may see now: targeted, not done, not capped; a blocked user sees nothing. */
export async function listOffers(
  { snapshots, clock, exclusions }: Pick<Ports, 'snapshots' | 'clock' | 'exclusions'>,
  { app, userId, audience, address, selection }: OfferRequest,
): Promise<OfferPage> {
  const suspect = { appId: app.id, userId, address, country: audience.country }
  const isBlocked = snapshots.lists().judge(suspect, clock.nowMs())?.action === 'block'
  if (isBlocked) return { catalogue: snapshots.catalogue(), page: [], total: 0 }
  const taken = await exclusions.takenBy({ appId: app.id, userId, isTest: audience.isTest })
  const capped = exclusions.capped()
  const catalogue = snapshots.catalogue()
  const excludedIds = new Set([...capped, ...taken])
  return { catalogue, ...catalogue.select(audience, { ...selection, excludedIds }) }
}
