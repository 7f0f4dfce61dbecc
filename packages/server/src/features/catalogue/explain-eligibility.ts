import { isBarred } from '@quoin/core/caps/bars.ts'
import { notFound } from '@quoin/core/errors.ts'
import { type Check, explainOffer } from '@quoin/core/targeting/explain-offer.ts'
import { testMode } from '@quoin/core/targeting/filters/test-mode.ts'
import type { Ports } from '../../ports/ports.ts'
import { weighOffer } from './weigh-offer.ts'
import { type BlockNeeds, findBlock, findExcluded, isAppPaused, type Viewer } from './find-withheld.ts'

export interface Eligibility {
  readonly isEligible: boolean
  readonly checks: readonly Check[]
}

/**
 * Whether the list shows an offer to a user, and what each rule says; from the facts that the list goes by. Throws
 * RESOURCE_NOT_FOUND for an unknown offer, which a test offer is to live credentials unless the asker may know of it.
 */
export async function explainEligibility(
  ports: BlockNeeds & Pick<Ports, 'exclusions'>,
  {
    offerId,
    viewer,
    tellsOfTestOffers = false,
  }: { offerId: number; viewer: Viewer; tellsOfTestOffers?: boolean },
): Promise<Eligibility> {
  const { taken, capped } = await findExcluded(ports, viewer)
  const offer = ports.snapshots.catalogue().findOffer(offerId)
  const isKnown = offer && (tellsOfTestOffers || testMode.keeps(offer, viewer.audience))
  if (!isKnown) throw notFound('There is no such offer.')
  const checks = explainOffer(offer, viewer.audience, {
    isAppPaused: isAppPaused(viewer),
    blockedBy: (await findBlock(ports, viewer))?.kind,
    isTaken: taken.has(offerId),
    isCapped: isBarred(capped, weighOffer(ports, offer, viewer)),
  })
  return { isEligible: checks.every(({ isPassed }) => isPassed), checks }
}
