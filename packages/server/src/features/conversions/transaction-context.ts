import {
  type Conversion,
  type ConversionEvent,
  type EventCause,
  eventOf,
  isVouchedFor,
} from '@quoin/core/conversions/conversion.ts'
import { callbacksOf, type ConversionStep, type Listener } from '@quoin/core/callbacks/callbacks-of.ts'
import { entriesOf } from '@quoin/core/ledger/book-conversion.ts'
import {
  findTwin,
  isSameTransaction,
  type TransactionTwin,
  transactionIdsOf,
} from '@quoin/core/conversions/transaction-use.ts'
import { capMovesOf } from '@quoin/core/conversions/caps.ts'
import type { CapIndex } from '@quoin/core/caps/cap-index.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Transaction } from '../../store/pg/database.ts'
import type { Twin } from '../../store/conversions/transactions.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'

/**
 * The state of a batch in memory: a later row sees what an earlier one did, and everything is written at once. The
 * conversions in it are locked.
 */
export interface TransactionContext {
  readonly byId: Map<string, Conversion>
  readonly byClick: Map<string, Set<string>>
  /** By app, offer, mode and user: the conversions that may be rivals. */
  readonly byUserAndOffer: Map<string, Set<string>>
  /** By offer, mode and id: the conversions of a transaction that the batch moves, and others as they are stored. */
  readonly byTransaction: Map<string, Set<string>>
  readonly twins: Map<string, Twin[]>
  /** Those that are new, and those that were there and moved. */
  readonly createdIds: Set<string>
  readonly movedIds: Set<string>
  readonly events: ConversionEvent[]
  /** The same steps with all that was and is. */
  readonly steps: ConversionStep[]
  /** Counters that are locked (or, for a decision that is not meant, read), with this batch's moves. */
  readonly capUse: Map<string, number>
  readonly capMoves: Map<string, number>
  /** The caps that the batch goes by. */
  readonly caps: CapIndex
}

interface ContextFacts {
  readonly caps: CapIndex
  readonly capUse: ReadonlyMap<string, number>
  /** All that is stored of the transactions that the batch names. */
  readonly twins?: readonly Twin[]
}

export function openTransactionContext(
  conversions: readonly Conversion[],
  { caps, capUse, twins = [] }: ContextFacts,
): TransactionContext {
  const context: TransactionContext = {
    byId: new Map(),
    byClick: new Map(),
    byUserAndOffer: new Map(),
    byTransaction: new Map(),
    twins: new Map(),
    createdIds: new Set(),
    movedIds: new Set(),
    events: [],
    steps: [],
    capUse: new Map(capUse),
    capMoves: new Map(),
    caps,
  }
  for (const conversion of conversions) file(context, conversion)
  for (const twin of twins) {
    for (const txnId of transactionIdsOf(twin)) {
      const key = transactionKey(twin, txnId)
      const known = context.twins.get(key)
      if (known) known.push(twin)
      else context.twins.set(key, [twin])
    }
  }
  return context
}

/** The conversions of a click, oldest first. */
export function conversionsOfClick(context: TransactionContext, clickId: string): readonly Conversion[] {
  const ids = context.byClick.get(clickId) ?? []
  return [...ids].flatMap((id) => context.byId.get(id) ?? [])
}

/** The conversions of one user and offer, in one mode, that the context knows; oldest first. */
export function conversionsOfUser(context: TransactionContext, owner: Owner): readonly Conversion[] {
  const ids = context.byUserAndOffer.get(ownerKey(owner)) ?? []
  return [...ids].flatMap((id) => context.byId.get(id) ?? [])
}

/** Enters a step of a conversion: its new state, the event, what is owed by it, and what it moves on the caps. */
export function enter(
  context: TransactionContext,
  { before, after, cause }: { before: Conversion | undefined; after: Conversion; cause: EventCause },
): void {
  if (before === undefined) context.createdIds.add(after.id)
  else if (!context.createdIds.has(after.id)) context.movedIds.add(after.id)
  file(context, after)
  context.events.push(eventOf(before, after, cause))
  context.steps.push({ before, after })
  // Where no counter is locked there is none to move.
  if (context.capUse.size > 0) moveCaps(context, capMovesOf(context.caps, before, after))
}

/** A conversion that was there, with another name of its transaction: no event, since it stands where it stood. */
export function rename(context: TransactionContext, conversion: Conversion): void {
  if (!context.createdIds.has(conversion.id)) context.movedIds.add(conversion.id)
  file(context, conversion)
}

/** A goal of an offer, by the names that it has and had (core/offers/goal.ts). */
export interface NamedGoal {
  readonly goal: string
  readonly formerGoal: string | null
}

function isOfGoal({ goal }: Pick<Conversion, 'goal'>, named: NamedGoal): boolean {
  return goal === named.goal || goal === named.formerGoal
}

/**
 * Whether the user earned a goal of the offer by another conversion: by another click, or by this one while the offer
 * was repeatable. The batch may have taken away some of the rivals that the store found; others may be new in it.
 */
export function hasRival(
  context: TransactionContext,
  click: Owner,
  named: NamedGoal,
  { existing, storedRivalIds }: { existing: Conversion | undefined; storedRivalIds: readonly string[] },
): boolean {
  const isRival = (id: string): boolean => {
    const known = context.byId.get(id)
    return id !== existing?.id && (known === undefined || isVouchedFor(known))
  }
  if (storedRivalIds.some(isRival)) return true
  const ids = context.byUserAndOffer.get(ownerKey(click)) ?? []
  return [...ids].some((id) => {
    const other = context.byId.get(id)
    return other !== undefined && isOfGoal(other, named) && isRival(id)
  })
}

/** A conversion as it names its transaction, or as it would with what is reported. */
export type Transacted = Pick<
  Conversion,
  'id' | 'appId' | 'offerId' | 'isTest' | 'txnId' | 'formerTxnId' | 'claimTxnId'
>

/** The verdict of other conversions of the same goal on a transaction (core/conversions/transaction-use.ts). */
export function findTwinOf(
  context: TransactionContext,
  subject: Transacted,
  named: NamedGoal,
): ReturnType<typeof findTwin> {
  const keys = transactionIdsOf(subject).map((txnId) => transactionKey(subject, txnId))
  const candidates = keys.flatMap((key): TransactionTwin[] => [
    ...(context.twins.get(key) ?? []).map((twin) => inBook(context, twin)),
    ...[...(context.byTransaction.get(key) ?? [])].flatMap((id) => context.byId.get(id) ?? []),
  ])
  return findTwin(
    candidates.filter(
      (one) => one.id !== subject.id && isOfGoal(one, named) && isSameTransaction(subject, one),
    ),
  )
}

/** A twin as the batch left it. Where its claim was erased, the transaction that found it is the claimed one. */
function inBook(context: TransactionContext, twin: Twin): TransactionTwin {
  const known = context.byId.get(twin.id)
  return known ? { ...known, claimTxnId: known.claimTxnId ?? twin.claimTxnId } : twin
}

function transactionKey({ offerId, isTest }: Pick<Transacted, 'offerId' | 'isTest'>, txnId: string): string {
  return `${offerId} ${isTest} ${txnId}`
}

/** The rows that are written along with a context. */
interface WriteOptions {
  /** The listeners of an app's conversions. */
  readonly listenersOf: (appId: number) => readonly Listener[]
  /** The requests that led there. */
  readonly requests?: readonly LoggedRequest[]
}

/** Writes what the context holds and who is to be told, with the end of the transaction that holds its locks. */
export function writeTransactionContext(
  { store, newId }: Pick<Ports, 'store' | 'newId'>,
  tx: Transaction,
  context: TransactionContext,
  { listenersOf, requests = [] }: WriteOptions,
): void {
  const named = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => context.byId.get(id) ?? [])
  const moves = [...context.capMoves].map(([key, delta]) => ({ key, delta }))
  const capMoves = moves.filter(({ delta }) => delta !== 0)
  const callbacks = context.steps
    .flatMap((step) => callbacksOf(step, listenersOf(step.after.appId)))
    .map((owed) => ({ ...owed, id: newId() }))
  store.conversions.writeChanges(tx, {
    created: named(context.createdIds),
    moved: named(context.movedIds),
    events: context.events,
    entries: context.steps.flatMap(({ before, after }) => entriesOf(before, after)),
    capMoves,
    requests,
    callbacks,
  })
}

function file(context: TransactionContext, conversion: Conversion): void {
  const { byId, byClick, byUserAndOffer, byTransaction } = context
  byId.set(conversion.id, conversion)
  addTo(byUserAndOffer, ownerKey(conversion), conversion.id)
  if (conversion.clickId !== null) addTo(byClick, conversion.clickId, conversion.id)
  for (const txnId of transactionIdsOf(conversion)) {
    addTo(byTransaction, transactionKey(conversion, txnId), conversion.id)
  }
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

type Owner = Pick<Conversion, 'appId' | 'offerId' | 'isTest' | 'userId'>

function ownerKey({ appId, offerId, isTest, userId }: Owner): string {
  return `${appId} ${offerId} ${isTest} ${userId}`
}

/** Counters that are not locked do not exist: they begin with what is counted by then. */
function moveCaps({ capUse, capMoves }: TransactionContext, moves: ReadonlyMap<string, number>): void {
  for (const [key, delta] of moves) {
    const used = capUse.get(key)
    if (used === undefined) continue
    capUse.set(key, used + delta)
    capMoves.set(key, (capMoves.get(key) ?? 0) + delta)
  }
}
