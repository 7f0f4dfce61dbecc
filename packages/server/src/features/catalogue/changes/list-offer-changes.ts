import { hash } from 'node:crypto'
import type { App } from '@quoin/core/apps/app.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import {
  changeTypeOf,
  type OfferChangeType,
  type OfferPosition,
  type OfferState,
} from '@quoin/core/catalogue/offer-changes.ts'
import type { Pricing } from '@quoin/core/catalogue/pricing.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { keptDays } from '@quoin/core/retention/kept-days.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { Ports } from '../../../ports/ports.ts'
import { isAppPaused } from '../find-withheld.ts'
import { priceOffers } from '../price-offers.ts'
import { listPublic, printListed, type PublicWorld, readPublicWorld } from './list-public.ts'

export interface ToldOffer {
  readonly type: OfferChangeType
  readonly state: OfferState
  /** The offer's listing in the catalogue; undefined of one that is gone. */
  readonly index: number | undefined
}

export interface OfferChangePage {
  readonly changes: readonly ToldOffer[]
  readonly catalogue: Catalogue
  readonly pricing: Pricing
  /** Where the next page begins. */
  readonly next: OfferPosition
  readonly hasMore: boolean
  readonly isPaused: boolean
}

interface ChangesWanted {
  readonly app: App
  readonly audience: Audience
  /** Undefined: from the beginning, with all that is listed. */
  readonly after: OfferPosition | undefined
  readonly limit: number
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'snapshots' | 'exclusions'>

/**
 * The changes of offers behind a position. Whoever begins, and whoever's app has other terms since, is told of all that
 * is listed first; changes from then on follow, so that nothing lies between. A state is told by a process that sees
 * that very state: one that is behind, or ahead of what was found, waits. Throws INVALID_REQUEST for a position that
 * leads nowhere any more.
 */
export async function listOfferChanges(ports: Needs, wanted: ChangesWanted): Promise<OfferChangePage> {
  const { db, store, clock } = ports
  const { app, audience, after, limit } = wanted
  const { sequence, forgottenSequence } = await store.offerStates.readFeed(db)
  if (after !== undefined) checkPosition(after, { sequence, forgottenSequence })
  const pricing = priceOffers(ports, { appId: app.id, country: audience.country, nowMs: clock.nowMs() })
  const world = await readPublicWorld(ports)
  const terms = printTerms(world, { app, audience, pricing })
  const start = startOf(after, { sequence, terms })
  const shown = { catalogue: world.catalogue, pricing }
  if (isAppPaused(wanted)) {
    return { ...shown, changes: [], next: start, hasMore: false, isPaused: true }
  }
  const { telling } = start
  const wantedPage = {
    after: telling?.afterOfferId ?? start.sequence,
    isTest: audience.isTest,
    limit: limit + 1,
  }
  const states = telling
    ? await store.offerStates.listListedAfter(db, wantedPage)
    : await store.offerStates.listStatesBehind(db, wantedPage)
  const found = tellable(world, states.slice(0, limit), { isTest: audience.isTest, pricing })
  const isHeldUp = found.length < Math.min(states.length, limit)
  const isPageFull = isHeldUp || states.length > limit
  // When all were told, what has changed meanwhile follows.
  const hasMore = isPageFull || (telling !== null && sequence > start.sequence)
  const changes = found.map((change) => ({ ...change, type: typeOf(change, start) }))
  const next = positionBehind(start, changes.at(-1)?.state, { isPageFull })
  return { ...shown, changes, next, hasMore, isPaused: false }
}

function startOf(
  after: OfferPosition | undefined,
  { sequence, terms }: Pick<OfferPosition, 'sequence' | 'terms'>,
): OfferPosition {
  if (after === undefined) return { sequence, terms, telling: { type: 'added', afterOfferId: 0 } }
  if (after.terms === terms) return after
  return { ...after, terms, telling: { type: after.telling?.type ?? 'changed', afterOfferId: 0 } }
}

function positionBehind(
  start: OfferPosition,
  last: OfferState | undefined,
  { isPageFull }: { readonly isPageFull: boolean },
): OfferPosition {
  const { telling } = start
  if (telling === null) return { ...start, sequence: last?.sequence ?? start.sequence }
  return {
    ...start,
    telling: isPageFull ? { ...telling, afterOfferId: last?.offerId ?? telling.afterOfferId } : null,
  }
}

function typeOf(
  { state, index }: Omit<ToldOffer, 'type'>,
  { telling, sequence }: OfferPosition,
): OfferChangeType {
  if (index === undefined) return 'removed'
  return telling?.type ?? changeTypeOf(state, sequence)
}

/** Those that this process may tell: up to the first that it sees otherwise. */
function tellable(
  world: PublicWorld,
  states: readonly OfferState[],
  { isTest, pricing }: { readonly isTest: boolean; readonly pricing: Pricing },
): readonly Omit<ToldOffer, 'type'>[] {
  if (states.length === 0) return []
  const offerIds = states.map(({ offerId }) => offerId)
  const listed = printListed(world, offerIds)
  const end = states.findIndex(({ offerId, isListed, fingerprint }) => {
    const own = listed.get(offerId)
    return isListed ? own !== fingerprint : own !== undefined
  })
  const { ids } = world.catalogue.data
  const shown = listPublic(world, { isTest, offerIds, pricing })
  const indexes = new Map(shown.map((index) => [ids[index] ?? 0, index]))
  const told = end < 0 ? states : states.slice(0, end)
  return told.map((state) => ({ state, index: indexes.get(state.offerId) }))
}

/** All that stands in the list besides the offers themselves, and is not a user's. */
function printTerms(
  { terms }: PublicWorld,
  { app, audience, pricing }: Pick<ChangesWanted, 'app' | 'audience'> & { readonly pricing: Pricing },
): string {
  const { promotion } = pricing
  const facts = [
    app.currency,
    promotion && [promotion.basisPoints, promotion.toMs],
    terms.hasMargins ? [audience.country, terms.generalMargins(app.id)] : null,
  ]
  return hash('md5', JSON.stringify(facts)).slice(0, termsDigits)
}

const termsDigits = 12

const gone = `removals are kept for ${keptDays.removedOffers} days, and some since then are forgotten: list anew, without a cursor, and drop what does not come`
const ahead =
  'is of a later state than the service has: it was restored from a backup; list anew, without a cursor, and drop what does not come'

function checkPosition(
  { sequence: at }: OfferPosition,
  { sequence, forgottenSequence }: { readonly sequence: number; readonly forgottenSequence: number },
): void {
  if (at > sequence) throw invalidFields([{ field: 'cursor', rule: 'ahead', message: ahead }])
  if (at < forgottenSequence) throw invalidFields([{ field: 'cursor', rule: 'expired', message: gone }])
}
