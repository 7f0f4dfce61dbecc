import { dayIn, dayOf } from '@quoin/core/time/calendar-day.ts'
import { CapIndex } from '@quoin/core/caps/cap-index.ts'
import { countersOf } from '@quoin/core/conversions/caps.ts'
import type { Conversion, EventCause } from '@quoin/core/conversions/conversion.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Moment } from '@quoin/core/conversions/review-claim.ts'
import { transactionIdsOf } from '@quoin/core/conversions/transaction-use.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AskedCounter } from '../../store/caps/cap-counters.ts'
import type { Db } from '../../store/pg/database.ts'
import type { MovedOffer } from '../../store/conversions/claims.ts'
import type { Twin } from '../../store/conversions/transactions.ts'
import { knownTransactions } from './known-transactions.ts'
import {
  type TransactionContext,
  enter,
  findTwinOf,
  openTransactionContext,
  writeTransactionContext,
} from './transaction-context.ts'
import { namedGoalOf } from './named-goal.ts'
import { noteChange } from '../audit/note-change.ts'

export type MoveNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'keyring'>

export interface Move {
  /** The conversion in its new state, or undefined to leave it alone. */
  readonly next: (conversion: Conversion, moment: Moment) => Conversion | undefined
  readonly cause: EventCause
  /** Looks at what a person decided, with all facts; throws to leave everything as it was. */
  readonly check?: (facts: CheckedMove) => Promise<void>
  /** Why a person decided so, for the audit log. */
  readonly note?: string
}

/** A conversion that a person moves, under all locks. */
export interface CheckedMove {
  readonly tx: Db
  readonly before: Conversion
  readonly after: Conversion
  readonly context: TransactionContext
  readonly offer: MovedOffer | undefined
  /** The treatment of a report that loses money, by its network. */
  readonly onLoss: Network['onLoss'] | undefined
}

/**
 * A conversion that was looked at, and what became of it; `after` is undefined where nothing was to be done.
 */
interface Moved {
  readonly before: Conversion
  readonly after: Conversion | undefined
}

/**
 * Moves conversions by a rule, in one transaction and under the locks that reports take. Unknown ids are left
 * out.
 */
export async function moveConversions(
  ports: MoveNeeds,
  ids: readonly string[],
  { next, cause, check, note }: Move,
): Promise<readonly Moved[]> {
  const { db, store, clock, newId } = ports
  return await db.transaction(async (tx) => {
    const conversions = await store.conversions.lockConversions(tx, ids)
    const nowMs = clock.nowMs()
    // Read here and not in a snapshot: also a command moves conversions, which keeps nothing in memory.
    const networks = await store.networks.listNetworks(tx)
    const zoneOf = new Map(networks.map(({ id, timeZone }) => [id, timeZone]))
    const offers = await readOffers(store, tx, conversions)
    const caps = new CapIndex((await store.caps.listCaps(tx)).caps)
    const context = openTransactionContext(conversions, {
      caps,
      capUse: new Map(),
      twins: await lockTwins(ports, tx, conversions),
    })
    const momentOf = (conversion: Conversion): Moment => {
      const { networkId, offerId } = conversion
      const offer = offers.get(offerId)
      const zone = zoneOf.get(networkId)
      const today = zone === undefined ? dayOf(nowMs) : dayIn(zone, nowMs)
      const { use } = findTwinOf(context, conversion, namedGoalOf(conversion, offer))
      return { nowMs, today, holdDays: offer?.holdDays ?? 0, transactionUse: use }
    }
    const moved = conversions.map((before) => ({ before, after: next(before, momentOf(before)) }))
    for (const [key, used] of await lockMoved(store, tx, { caps, moved })) context.capUse.set(key, used)
    for (const { before, after } of moved) {
      if (after === undefined) continue
      const { onLoss } = networks.find(({ id }) => id === before.networkId) ?? {}
      await check?.({ tx, before, after, context, offer: offers.get(before.offerId), onLoss })
      enter(context, { before, after, cause })
    }
    // Also a command moves conversions, which keeps no endpoints in memory.
    const appIds = new Set(conversions.map(({ appId }) => appId))
    const endpoints = await store.callbackEndpoints.listEndpointsOfApps(tx, [...appIds])
    const listenersOf = (appId: number) => endpoints.filter((endpoint) => endpoint.appId === appId)
    writeTransactionContext({ store, newId }, tx, context, { listenersOf })
    if (cause.source === 'operator') {
      await noteDecisions({ store, clock }, tx, { moved, note, actor: cause.actor })
    }
    return moved
  })
}

/** Locks the transactions of conversions, whose users are locked already, and reads who else is paid for them. */
async function lockTwins(
  ports: Pick<Ports, 'store' | 'keyring'>,
  tx: Db,
  conversions: readonly Conversion[],
): Promise<readonly Twin[]> {
  const transactions = conversions.flatMap((conversion) =>
    transactionIdsOf(conversion).map((txnId) => ({ offerId: conversion.offerId, txnId })),
  )
  if (transactions.length === 0) return []
  await ports.store.transactions.lockTransactions(tx, transactions)
  return await ports.store.transactions.listTwins(tx, knownTransactions(ports, transactions))
}

/** A person's decisions are in the audit log as well as in the conversion's own history. */
async function noteDecisions(
  needs: Pick<Ports, 'store' | 'clock'>,
  tx: Db,
  { moved, actor, note }: { moved: readonly Moved[]; actor: string | undefined; note: string | undefined },
): Promise<void> {
  for (const { before, after } of moved) {
    if (after === undefined) continue
    const states = { before: stateOf(before), after: stateOf(after) }
    const details = note === undefined ? {} : { note }
    const change = {
      action: 'conversion.reviewed' as const,
      object: `conversion:${before.id}`,
      ...states,
      details,
    }
    await noteChange({ ...needs, ...(actor === undefined ? {} : { actor }) }, tx, change)
  }
}

function stateOf({ status, reason }: Conversion): object {
  return { status, reason }
}

async function readOffers(
  store: Ports['store'],
  tx: Db,
  conversions: readonly Conversion[],
): Promise<ReadonlyMap<number, MovedOffer>> {
  const offerIds = new Set(conversions.map(({ offerId }) => offerId))
  const rows = offerIds.size === 0 ? [] : await store.claims.listMovedOffers(tx, [...offerIds])
  return new Map(rows.map((offer) => [offer.offerId, offer]))
}

/** An operator may go over a cap: nobody asks it. The counters are kept up all the same. */
async function lockMoved(
  store: Ports['store'],
  tx: Db,
  { caps, moved }: { caps: CapIndex; moved: readonly Moved[] },
): Promise<ReadonlyMap<string, number>> {
  const newlyCounted = moved.flatMap(({ before, after }) =>
    before.countedOn === null && after?.countedOn ? [after.offerId] : [],
  )
  const cappedIds =
    newlyCounted.length === 0 ? new Set<number>() : await store.offers.listCappedAmong(tx, newlyCounted)
  const countersAt = (one: Conversion | undefined, isNew: boolean): readonly AskedCounter[] =>
    one === undefined || one.countedOn === null
      ? []
      : countersOf(caps, one, one.countedOn).map(({ limit: _limit, ...counter }) => ({
          ...counter,
          // Whoever begins a counter at the same time must see this one: it cannot be seen in the table yet.
          isAsked: isNew && (counter.capId !== null || cappedIds.has(one.offerId)),
        }))
  const counters = moved.flatMap(({ before, after }) => [
    ...countersAt(before, false),
    ...countersAt(after, before.countedOn === null),
  ])
  const byKey = new Map(counters.map((counter) => [counter.key, counter]))
  for (const counter of counters) if (counter.isAsked) byKey.set(counter.key, counter)
  return byKey.size === 0 ? new Map() : await store.capCounters.lockCapUse(tx, [...byKey.values()])
}
