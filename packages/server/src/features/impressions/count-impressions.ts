import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { Ports } from '../../ports/ports.ts'

/** Offers that somebody had in sight. */
interface SightedOffers {
  readonly appId: number
  readonly userId: string
  readonly audience: Audience
  /** As the limits know them; undefined where many stand behind one address. */
  readonly customer: string | undefined
  readonly userAgent: string | undefined
  readonly offerIds: readonly number[]
}

type Needs = Pick<Ports, 'clock' | 'snapshots' | 'isBot' | 'impressionGate' | 'impressions'>

/**
 * Counts to how many users offers were shown. Country and platform are those of the connection, never of the caller's
 * word; test keys, tools and offers that there are not count nowhere. Returns how many counted.
 */
export function countImpressions(ports: Needs, sighted: SightedOffers): number {
  const { appId, userId, audience, customer } = sighted
  if (audience.isTest || ports.isBot(sighted.userAgent)) return 0
  const nowMs = ports.clock.nowMs()
  const catalogue = ports.snapshots.catalogue()
  const counted = [...new Set(sighted.offerIds)].filter(
    (offerId) =>
      catalogue.findIndex(offerId) !== undefined &&
      ports.impressionGate.isCounted({ appId, offerId, userId, customer }, nowMs),
  )
  const { country, platform } = audience
  for (const offerId of counted) ports.impressions.add({ appId, offerId, country, platform })
  return counted.length
}
