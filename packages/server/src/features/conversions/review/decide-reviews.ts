import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type Decision, isOpenTo } from '@quoin/core/conversions/decisions.ts'
import type { PassableRule } from '@quoin/core/conversions/review-objections.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { noteChange } from '../../audit/note-change.ts'
import { assertReasoned, decideConversion } from '../decide-conversion.ts'
import type { MoveNeeds } from '../move-conversions.ts'
import { ChangedSinceSeen } from '../review.ts'

interface ReviewsToDecide {
  readonly decision: Decision | 'keep'
  readonly conversions: readonly {
    readonly id: string
    /** The version that was looked at; absent: whatever it is by now. */
    readonly version: number | undefined
  }[]
  readonly despite: readonly PassableRule[]
  readonly note: string
  readonly actor: string
}

/** Decided; decided already by somebody else, or by time; changed since it was looked at; something stands against it. */
type ReviewOutcome = 'done' | 'decided_before' | 'changed' | 'objection' | 'unknown'

interface DecidedReview {
  readonly id: string
  readonly outcome: ReviewOutcome
  readonly status: Conversion['status'] | null
  readonly reason: Conversion['reason']
  /** A sentence for the person; null where all went well. */
  readonly problem: string | null
  /** The rules that stand against it. */
  readonly rules: readonly string[]
}

/** Each by itself: one that is decided already keeps nobody else waiting. Throws without a reason that is needed. */
export async function decideReviews(
  ports: MoveNeeds,
  { decision, conversions, despite, note, actor }: ReviewsToDecide,
): Promise<readonly DecidedReview[]> {
  if (decision !== 'keep') assertReasoned(decision, note)
  const decided: DecidedReview[] = []
  for (const { id, version } of conversions) {
    const found = await ports.store.conversions.findConversion(ports.db, id)
    if (found === undefined) {
      decided.push(refusedAs('unknown', { id, problem: 'There is no such conversion.' }))
      continue
    }
    if (!isOpenTo(found, decision === 'keep' ? 'refuse' : decision)) {
      decided.push(await decidedBefore(ports, found))
      continue
    }
    if (version !== undefined && version !== found.version) {
      decided.push(changedSince(found))
      continue
    }
    if (decision === 'keep') {
      await keep(ports, { conversion: found, note, actor })
      decided.push({
        id,
        outcome: 'done',
        status: found.status,
        reason: found.reason,
        problem: null,
        rules: [],
      })
      continue
    }
    decided.push(await decideOne(ports, { id, version, decision, despite, note, actor }))
  }
  return decided
}

interface OneDecision {
  readonly id: string
  readonly version: number | undefined
  readonly decision: Decision
  readonly despite: readonly PassableRule[]
  readonly note: string
  readonly actor: string
}

async function decideOne(ports: MoveNeeds, { id, ...rest }: OneDecision): Promise<DecidedReview> {
  try {
    const { status, reason } = await decideConversion(ports, { conversionId: id, ...rest })
    return { id, outcome: 'done', status, reason, problem: null, rules: [] }
  } catch (error) {
    if (!(error instanceof DomainError) && !(error instanceof ChangedSinceSeen)) throw error
    const now = await ports.store.conversions.findConversion(ports.db, id)
    // Somebody was faster, between our look and the locks.
    if (now !== undefined && !isOpenTo(now, rest.decision)) return await decidedBefore(ports, now)
    if (error instanceof ChangedSinceSeen) return changedSince({ ...now, id })
    const rules = error.details?.map(({ rule }) => rule) ?? []
    return { ...refusedAs('objection', { id, problem: error.message, ...now }), rules }
  }
}

function changedSince(now: { readonly id: string } & Partial<Conversion>): DecidedReview {
  return refusedAs('changed', {
    ...now,
    problem: 'Something new was reported of it since you looked. Look again.',
  })
}

async function decidedBefore({ db, store }: MoveNeeds, conversion: Conversion): Promise<DecidedReview> {
  const events = await store.conversions.listEvents(db, conversion.id)
  const last = events.findLast(({ source }) => source === 'operator')
  const who = last?.actor?.replace(/^\w+:/, '')
  const problem =
    who === undefined || last?.version !== conversion.version
      ? `It is ${conversion.status}, and not open to that.`
      : `${who} has decided it already: it is ${conversion.status}.`
  return refusedAs('decided_before', { ...conversion, problem })
}

/** It stays as it is; that somebody looked is kept. */
async function keep(
  ports: MoveNeeds,
  { conversion, note, actor }: { conversion: Conversion; note: string; actor: string },
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const change = {
      action: 'conversion.kept_in_review' as const,
      object: `conversion:${conversion.id}`,
      details: { note },
    }
    await noteChange({ ...ports, actor }, tx, change)
  })
}

function refusedAs(
  outcome: ReviewOutcome,
  {
    id,
    problem,
    status,
    reason,
  }: { id: string; problem: string } & Partial<Pick<Conversion, 'status' | 'reason'>>,
): DecidedReview {
  return { id, outcome, status: status ?? null, reason: reason ?? null, problem, rules: [] }
}
