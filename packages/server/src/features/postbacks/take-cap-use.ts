import { CapIndex } from '@quoin/core/caps/cap-index.ts'
import {
  type LimitedCounter,
  type RemainingCap,
  limitedCountersOf,
  countersOf,
  remainingOf,
  unlimitedCap,
} from '@quoin/core/conversions/caps.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AskedCounter } from '../../store/caps/cap-counters.ts'
import type { Found, KnownClick } from '../../store/conversions/reported-conversions.ts'
import type { Db } from '../../store/pg/database.ts'
import type { TransactionContext } from '../conversions/transaction-context.ts'

/**
 * The caps that a transaction must go by: those in this process's memory, unless a cap was set since. The transaction
 * holds a lock with which none can be set before it ends.
 */
export async function currentCaps(
  { store, snapshots }: Pick<Ports, 'store' | 'snapshots'>,
  tx: Db,
  found: readonly Found[],
): Promise<CapIndex> {
  const known = snapshots.caps()
  const [first] = found
  if (first === undefined || first.capsVersion === known.version) return known.index
  return new CapIndex((await store.caps.listCaps(tx)).caps)
}

/** A click whose report may count, and the day that it is at its network. */
export interface CountingClick {
  readonly click: KnownClick
  readonly today: string
}

interface CapUsers {
  readonly caps: CapIndex
  /** Clicks whose reports are meant, and those of dry runs. */
  readonly meant: readonly CountingClick[]
  readonly tried: readonly CountingClick[]
  readonly found: readonly Found[]
}

/**
 * How much of the caps is used. Every counter that the batch may move is locked, also the one of an old day
 * that a chargeback releases; dry runs only read. Where nothing is capped nothing is asked.
 */
export async function takeCapUse(
  { store }: Pick<Ports, 'store'>,
  tx: Db,
  { caps, meant, tried, found }: CapUsers,
): Promise<ReadonlyMap<string, number>> {
  const limitedOf = (clicks: readonly CountingClick[]): readonly LimitedCounter[] =>
    clicks.flatMap(({ click, today }) => (click.isTest ? [] : limitedCountersOf(caps, click, today)))
  const meantCounters = limitedOf(meant)
  const released = meantCounters.length === 0 ? [] : found.flatMap((one) => releasedCounters(caps, one))
  const counters = uniqueCounters([
    ...released.map((counter) => ({ ...counter, limit: null })),
    ...meantCounters,
  ])
  const locked =
    counters.length === 0 ? new Map<string, number>() : await store.capCounters.lockCapUse(tx, counters)
  const read = uniqueCounters(limitedOf(tried)).filter(({ key, isAsked }) => isAsked && !locked.has(key))
  return read.length === 0 ? locked : new Map([...locked, ...(await store.capCounters.readCapUse(tx, read))])
}

/** A claim without a click that was confirmed counts on a day of its own, whichever click its report names. */
function releasedCounters(
  caps: CapIndex,
  { conversion, claimedElsewhere }: Found,
): readonly LimitedCounter[] {
  return [conversion, claimedElsewhere].flatMap((one) =>
    one?.countedOn ? countersOf(caps, one, one.countedOn) : [],
  )
}

/** A counter is begun where it has a limit; the offer's other one with it, so that both are kept from then on. */
function uniqueCounters(limited: readonly LimitedCounter[]): AskedCounter[] {
  const cappedOfferIds = new Set(
    limited.flatMap(({ capId, offerId, limit }) => (capId === null && limit !== null ? [offerId] : [])),
  )
  const counters = new Map<string, AskedCounter>()
  for (const { limit, ...counter } of limited) {
    const isAsked = limit !== null || (counter.capId === null && cappedOfferIds.has(counter.offerId))
    const known = counters.get(counter.key)
    counters.set(counter.key, { ...counter, isAsked: isAsked || (known?.isAsked ?? false) })
  }
  return [...counters.values()]
}

/** The remaining cap for a report of this click. Test clicks never count. */
export function remainingFor(
  { caps, capUse }: TransactionContext,
  { click, today }: CountingClick,
  existing: Conversion | undefined,
): RemainingCap {
  if (click.isTest || capUse.size === 0) return unlimitedCap
  const day = existing?.countedOn ?? today
  // A counter of an old day that is gone cannot be exceeded any more.
  const limited = limitedCountersOf(caps, click, day).filter(({ key }) => day === today || capUse.has(key))
  return remainingOf(limited, capUse)
}

/** Whether a conversion of this click may use up or release a cap. */
export function hasCounters({ caps, capUse }: TransactionContext, { click, today }: CountingClick): boolean {
  return capUse.size > 0 && !click.isTest && limitedCountersOf(caps, click, today).length > 0
}
