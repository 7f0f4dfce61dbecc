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
import { busy, invalidFields } from '@quoin/core/errors.ts'
import { keptDays } from '@quoin/core/retention/kept-days.ts'
import type { Audience } from '@quoin/core/targeting/audience.ts'
import type { Ports } from '../../../ports/ports.ts'
import { isAppPaused } from '../find-withheld.ts'
import { priceOffers } from '../price-offers.ts'
import { fingerprintAt, listPublic, type PublicWorld, readPublicWorld } from './list-public.ts'

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
 * is listed first; changes from then on follow, so that nothing lies between. A state is told by a process whose
 * catalogue has that very state of the offer: another one might send an old offer under a new number. Throws
 * INVALID_REQUEST for a position that leads nowhere any more, and SERVER_ERROR (503) while all offers are to be told and
 * the next one is written at this moment.
 */
export async function listOfferChanges(ports: Needs, wanted: ChangesWanted): Promise<OfferChangePage> {
  const { db, store } = ports
  const { after, limit } = wanted
  // Before the states: all up to there are among them.
  const numbering = await store.offerStates.readNumbering(db)
  if (after !== undefined) checkPosition(after, numbering)
  const seen = await readSeen(ports, wanted)
  const start = startOf(after, { sequence: numbering.sequence, terms: seen.terms })
  const { catalogue } = seen.world
  if (isAppPaused(wanted)) {
    return { changes: [], catalogue, pricing: seen.pricing, next: start, hasMore: false, isPaused: true }
  }
  const states = await listStates(ports, start, { isTest: wanted.audience.isTest, limit: limit + 1 })
  const { found, from } = await tellStates(ports, wanted, {
    seen,
    states: states.slice(0, limit),
    isWaiting: start.telling !== null,
  })
  const isHeldUp = found.length < Math.min(states.length, limit)
  const isFull = states.length > limit
  const changes = found.map((change) => ({ ...change, type: typeOf(change, start) }))
  const next = positionBehind(
    start,
    changes.at(-1)?.state,
    isHeldUp || isFull ? undefined : numbering.sequence,
  )
  // When all were told, what has changed meanwhile follows. Changes that this process cannot tell so far are not there yet.
  const hasMore =
    isFull && !isHeldUp ? true : start.telling !== null && (isHeldUp || numbering.sequence > start.sequence)
  return { changes, catalogue: from.world.catalogue, pricing: from.pricing, next, hasMore, isPaused: false }
}

/** The offers as this process sees them, and as an app is shown them. */
interface Seen {
  readonly world: PublicWorld
  readonly pricing: Pricing
  readonly terms: string
}

async function readSeen(ports: Needs, { app, audience }: ChangesWanted): Promise<Seen> {
  const world = await readPublicWorld(ports)
  const nowMs = ports.clock.nowMs()
  const pricing = priceOffers(ports, { appId: app.id, country: audience.country, nowMs })
  return { world, pricing, terms: printTerms(world, { app, audience, pricing }) }
}

function listStates(
  { db, store }: Needs,
  { telling, sequence }: OfferPosition,
  page: { readonly isTest: boolean; readonly limit: number },
): Promise<OfferState[]> {
  return telling
    ? store.offerStates.listListedAfter(db, { ...page, after: telling.afterOfferId })
    : store.offerStates.listStatesBehind(db, { ...page, after: sequence })
}

interface Telling {
  readonly seen: Seen
  readonly states: readonly OfferState[]
  /** Whether somebody waits for all of them. */
  readonly isWaiting: boolean
}

async function tellStates(
  ports: Needs,
  wanted: ChangesWanted,
  { seen, states, isWaiting }: Telling,
): Promise<{ readonly found: readonly Told[]; readonly from: Seen }> {
  const { isTest } = wanted.audience
  const found = findTellable(seen, states, isTest)
  if (!isWaiting || found.length > 0 || states.length === 0) return { found, from: seen }
  for (const name of ['terms', 'catalogue'] as const) await ports.snapshots.refresh(name)
  const from = await readSeen(ports, wanted)
  const again = findTellable(from, states, isTest)
  // Terms that changed meanwhile have all of them told again anyway.
  if (again.length === 0) throw busy()
  return { found: again, from }
}

function startOf(
  after: OfferPosition | undefined,
  { sequence, terms }: Pick<OfferPosition, 'sequence' | 'terms'>,
): OfferPosition {
  if (after === undefined) return { sequence, terms, telling: { type: 'added', afterOfferId: 0 } }
  if (after.terms === terms) return after
  return { ...after, terms, telling: { type: after.telling?.type ?? 'changed', afterOfferId: 0 } }
}

/** `toSequence`: where the page ends when nothing is left of it; undefined where something is. */
function positionBehind(
  start: OfferPosition,
  last: OfferState | undefined,
  toSequence: number | undefined,
): OfferPosition {
  const { telling } = start
  if (telling === null) {
    return { ...start, sequence: Math.max(last?.sequence ?? start.sequence, toSequence ?? 0) }
  }
  const afterOfferId = last?.offerId ?? telling.afterOfferId
  return { ...start, telling: toSequence === undefined ? { ...telling, afterOfferId } : null }
}

function typeOf({ state }: Told, { telling, sequence }: OfferPosition): OfferChangeType {
  return telling?.type ?? changeTypeOf(state, sequence)
}

type Told = Omit<ToldOffer, 'type'>

/**
 * Those that this process may tell: up to the first whose state it has not. Whether it is listed the state says: caps
 * and the time are another moment's here.
 */
function findTellable(
  { world, pricing }: Seen,
  states: readonly OfferState[],
  isTest: boolean,
): readonly Told[] {
  const { catalogue } = world
  const offerIds = states.map(({ offerId }) => offerId)
  const shown = listPublic(world, { isTest, offerIds, pricing })
  const indexes = new Map(shown.map((index) => [catalogue.data.ids[index] ?? 0, index]))
  const told: Told[] = []
  for (const state of states) {
    const { offerId, fingerprint, isListed } = state
    const index = isListed ? (indexes.get(offerId) ?? catalogue.findIndex(offerId)) : undefined
    const isSeen = index !== undefined && fingerprintAt(world, index) === fingerprint
    if (isListed && !isSeen) break
    told.push({ state, index })
  }
  return told
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
    // Test credentials have offers that a cursor of live ones has gone past.
    ...(audience.isTest ? ['test'] : []),
  ]
  return hash('md5', JSON.stringify(facts)).slice(0, termsDigits)
}

const termsDigits = 12

const gone = `is too old: removals are kept for ${keptDays.removedOffers} days, and a service that was restored from a backup begins anew. List anew, without a cursor, and drop what does not come`
const ahead =
  'is of a later state than the service has: it was restored from a backup; list anew, without a cursor, and drop what does not come'

function checkPosition(
  { sequence: at }: OfferPosition,
  { sequence, forgottenSequence }: { readonly sequence: number; readonly forgottenSequence: number },
): void {
  if (at > sequence) throw invalidFields([{ field: 'cursor', rule: 'ahead', message: ahead }])
  if (at < forgottenSequence) throw invalidFields([{ field: 'cursor', rule: 'expired', message: gone }])
}
