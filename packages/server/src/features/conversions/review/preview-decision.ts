import { callbacksOf } from '@quoin/core/callbacks/callbacks-of.ts'
import { capMovesOf, limitedCountersOf } from '@quoin/core/conversions/caps.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { confirmReviewed, refuseReviewed } from '@quoin/core/conversions/review-claim.ts'
import type { Objection } from '@quoin/core/conversions/review-objections.ts'
import { entriesOf } from '@quoin/core/ledger/book-conversion.ts'
import type { LedgerAccount } from '@quoin/core/ledger/ledger-entry.ts'
import type { Ports } from '../../../ports/ports.ts'
import { type CheckedMove, moveConversions, type MoveNeeds } from '../move-conversions.ts'
import { findObjections } from './find-objections.ts'

const rules = { confirm: confirmReviewed, refuse: refuseReviewed } as const
type ReviewDecision = keyof typeof rules

/** The changes that a decision would make, by the very rules that would make them. */
export interface DecisionPreview {
  readonly before: Conversion
  /** Undefined where it does not wait for a person any more. */
  readonly after: Conversion | undefined
  /** The objections to it. */
  readonly objections: readonly Objection[]
  /** The ledger entries that it would book, in USD. */
  readonly entries: readonly { readonly account: LedgerAccount; readonly amountMicros: number }[]
  /** Counters of caps that it moves, with what is used by then. */
  readonly caps: readonly { readonly key: string; readonly used: number; readonly limit: number | null }[]
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
  { conversionId, decision }: { readonly conversionId: string; readonly decision: ReviewDecision },
): Promise<DecisionPreview | undefined> {
  try {
    const [moved] = await moveConversions(ports, [conversionId], {
      next: rules[decision],
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
  decision: ReviewDecision,
): Promise<DecisionPreview> {
  const { tx, before, after } = move
  const endpoints = await store.callbackEndpoints.listEndpointsOfApps(tx, [after.appId])
  const nameOf = new Map(endpoints.map(({ id, name }) => [id, name]))
  return {
    before,
    after,
    objections: decision === 'confirm' ? await findObjections(store, move) : [],
    entries: entriesOf(before, after).map(({ account, amountMicros }) => ({ account, amountMicros })),
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
