import { callbacksOf } from '@quoin/core/callbacks/callbacks-of.ts'
import { capMovesOf, limitedCountersOf } from '@quoin/core/conversions/caps.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type Decision, decisionRows } from '@quoin/core/conversions/decisions.ts'
import type { Objection } from '@quoin/core/conversions/review-objections.ts'
import { entriesOf } from '@quoin/core/ledger/book-conversion.ts'
import type { LedgerAccount } from '@quoin/core/ledger/ledger-entry.ts'
import type { Ports } from '../../../ports/ports.ts'
import { type CheckedMove, moveConversions, type MoveNeeds } from '../move-conversions.ts'
import { findObjections } from './find-objections.ts'

/** The changes that a decision would make, by the very rules that would make them. */
export interface DecisionPreview {
  readonly before: Conversion
  /** Undefined where it is not open to the decision any more. */
  readonly after: Conversion | undefined
  /** The objections to it. */
  readonly objections: readonly Objection[]
  /** The ledger entries that it would book, in USD. */
  readonly entries: readonly { readonly account: LedgerAccount; readonly amountMicros: number }[]
  /** The amount that is taken back was paid out already: it is taken off the next payment. */
  readonly isPaidOut: boolean
  /** Counters of caps that it moves, with what is used by then. */
  readonly caps: readonly { readonly key: string; readonly used: number; readonly limit: number }[]
  /** The endpoints that would get a callback. */
  readonly callbacks: readonly {
    readonly endpointId: number
    readonly name: string
    readonly event: string
  }[]
}

/** Ends the transaction of a dry run, so that nothing of it is written. */
class DryRun extends Error {
  readonly preview: DecisionPreview

  constructor(preview: DecisionPreview) {
    super('a dry run')
    this.preview = preview
  }
}

/**
 * A dry run of a decision: it is made under the same locks, and taken back before anything is written. Undefined for an
 * unknown id.
 */
export async function previewDecision(
  ports: MoveNeeds,
  { conversionId, decision }: { readonly conversionId: string; readonly decision: Decision },
): Promise<DecisionPreview | undefined> {
  try {
    const [moved] = await moveConversions(ports, [conversionId], {
      next: decisionRows[decision].next,
      cause: { source: 'operator' },
      async check(move) {
        throw new DryRun(await describe(ports.store, move, decision))
      },
    })
    return (
      moved && {
        before: moved.before,
        after: undefined,
        objections: [],
        entries: [],
        isPaidOut: false,
        caps: [],
        callbacks: [],
      }
    )
  } catch (error) {
    if (error instanceof DryRun) return error.preview
    throw error
  }
}

async function describe(
  store: Ports['store'],
  move: CheckedMove,
  decision: Decision,
): Promise<DecisionPreview> {
  const { tx, before, after } = move
  const endpoints = await store.callbackEndpoints.listEndpointsOfApps(tx, [after.appId])
  const nameOf = new Map(endpoints.map(({ id, name }) => [id, name]))
  return {
    before,
    after,
    objections: decisionRows[decision].isGiving ? await findObjections(store, move) : [],
    entries: entriesOf(before, after).map(({ account, amountMicros }) => ({ account, amountMicros })),
    isPaidOut:
      before.status === 'approved' &&
      (await store.settlements.isPaidSince(tx, before.appId, before.updatedAtMs)),
    caps: capsOf(move),
    callbacks: callbacksOf({ before, after }, endpoints).map(({ endpointId, eventType }) => ({
      endpointId,
      name: nameOf.get(endpointId) ?? '',
      event: eventType,
    })),
  }
}

function capsOf({ before, after, context, offer }: CheckedMove): DecisionPreview['caps'] {
  const moves = capMovesOf(context.caps, before, after)
  const caps = { dailyCap: offer?.dailyCap ?? null, totalCap: offer?.totalCap ?? null }
  const day = after.countedOn ?? before.countedOn
  if (day === null) return []
  const limited = limitedCountersOf(context.caps, { ...after, ...caps, isCounted: true }, day)
  return limited.flatMap(({ key, limit }) => {
    const delta = moves.get(key) ?? 0
    if (delta === 0 || limit === null) return []
    return [{ key, limit, used: (context.capUse.get(key) ?? 0) + delta }]
  })
}
