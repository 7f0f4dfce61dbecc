import { dayOf } from '@quoin/core/conversion/caps.ts'
import type { Conversion, EventCause } from '@quoin/core/conversion/conversion.ts'
import type { Ports } from '../../ports.ts'
import { capCountersOf, enter, openBook, writeBook } from './conversion-book.ts'

export type MoveNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>

export interface Move {
  /** The conversion in its new state, or undefined to leave it alone. */
  readonly next: (conversion: Conversion, nowMs: number) => Conversion | undefined
  readonly cause: EventCause
}

/**
 * A conversion that was looked at, and what became of it; `after` is undefined where nothing was to be done.
 */
export interface Moved {
  readonly before: Conversion
  readonly after: Conversion | undefined
}

/**
 * Moves conversions by a rule, in one transaction and under the locks that reports take. Unknown ids are left
 * out.
 */
export async function moveConversions(
  { db, store, clock, newId }: MoveNeeds,
  ids: readonly string[],
  { next, cause }: Move,
): Promise<readonly Moved[]> {
  return await db.transaction(async (tx) => {
    const conversions = await store.conversions.lockConversions(tx, ids)
    const nowMs = clock.nowMs()
    // An operator may go over a cap: nobody asks it, but what counts is kept up.
    const counters = capCountersOf(
      conversions
        .filter(({ isTest }) => !isTest)
        .map(({ offerId, countedOn }) => ({ offerId, day: countedOn ?? dayOf(nowMs), isAsked: false })),
    )
    const capUse =
      counters.length === 0 ? new Map<string, number>() : await store.caps.lockCapUse(tx, counters)
    const book = openBook(conversions, capUse)
    const moved = conversions.map((before) => ({ before, after: next(before, nowMs) }))
    for (const { before, after } of moved) if (after) enter(book, { before, after, cause })
    // Also a command moves conversions, which keeps no endpoints in memory.
    const appIds = new Set(conversions.map(({ appId }) => appId))
    const endpoints = await store.callbackEndpoints.listEndpointsOfApps(tx, [...appIds])
    const listenersOf = (appId: number) => endpoints.filter((endpoint) => endpoint.appId === appId)
    await writeBook({ store, newId }, tx, book, { listenersOf })
    return moved
  })
}
