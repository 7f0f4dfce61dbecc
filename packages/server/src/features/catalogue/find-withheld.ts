import type { App } from '@quoin/core/apps/app.ts'
import type { Bars } from '@quoin/core/caps/bars.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { isExhausted } from '@quoin/core/offers/goal-progress.ts'
import { type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { ListVerdict } from '../../ports/directories.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Taken } from '../../ports/users.ts'
import { findListedDevice } from '../devices/lists/listed-device.ts'

/** The asker for offers, and as what they are seen. */
export interface Viewer {
  readonly app: App
  readonly userId: string
  readonly audience: Audience
  /** The end user's address, where it is known: it may be on a block list. */
  readonly address: string | undefined
}

/** Test data go on while an app is paused: so its publisher can see to what was the matter. */
export function isAppPaused({ app, audience }: Pick<Viewer, 'app' | 'audience'>): boolean {
  return app.isPaused && !audience.isTest
}

export type BlockNeeds = Pick<Ports, 'snapshots' | 'clock' | 'keyring' | 'lastDevices' | 'log'>

/** The line of a block list that keeps every offer from a user; undefined when none does. */
export function findBlock(
  ports: BlockNeeds,
  { app, userId, audience, address }: Viewer,
): Awaitable<ListVerdict | undefined> {
  const { snapshots, clock } = ports
  const user = { appId: app.id, userId, isTest: audience.isTest }
  return whenKnown(findListedDevice(ports, user), (device) => {
    const suspect = { appId: app.id, userId, device, address, country: audience.country }
    const verdict = snapshots.lists().judge(suspect, clock.nowMs())
    return verdict?.action === 'block' ? verdict : undefined
  })
}

interface ExcludedOffers {
  /** Completed or pending, and not repeatable; with goals, all of them. */
  readonly taken: ReadonlySet<number>
  readonly capped: Bars
}

/** The offers that are kept from a user besides by targeting. */
export function findExcluded(
  { exclusions, snapshots, clock }: Pick<Ports, 'exclusions' | 'snapshots' | 'clock'>,
  { app, userId, audience }: Viewer,
): Awaitable<ExcludedOffers> {
  const user = { appId: app.id, userId, isTest: audience.isTest }
  // One after the other: what was read for the one answers the other.
  return whenKnown(exclusions.takenBy(user), (taken) =>
    whenKnown(exclusions.capped(user), (capped) => ({
      taken: listTaken({ snapshots, clock }, taken),
      capped,
    })),
  )
}

function listTaken(
  { snapshots, clock }: Pick<Ports, 'snapshots' | 'clock'>,
  taken: Taken,
): ReadonlySet<number> {
  if (taken.goals.length === 0) return taken.offerIds
  const offerIds = new Set(taken.offerIds)
  const earnedByOffer = Map.groupBy(taken.goals, ({ offerId }) => offerId)
  for (const [offerId, earned] of earnedByOffer) {
    const offer = snapshots.catalogue().findOffer(offerId)
    if (offer && isTaken(offer, earned, clock.nowMs())) offerIds.add(offerId)
  }
  return offerIds
}

/** An offer whose goals are all gone from its file is one event again. */
function isTaken(offer: CatalogueOffer, earned: Taken['goals'], nowMs: number): boolean {
  const { goals, isRepeatable, attributionWindowSec } = offer
  return goals.length === 0 ? !isRepeatable : isExhausted(goals, earned, { attributionWindowSec, nowMs })
}
