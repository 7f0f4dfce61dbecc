import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { type Move, type MoveNeeds, moveConversions } from './move-conversions.ts'

/** The decision of an operator, by their own words and by what they saw. */
export interface ReviewedBy {
  readonly conversionId: string
  readonly actor: string
  /** In their own words, for the audit log. */
  readonly note?: string
  /** The version that they looked at; whatever it is by now unless given. */
  readonly version?: number | undefined
}

/** Something was reported since: who decides has not seen it. */
export class ChangedSinceSeen extends Error {}

interface ReviewRule extends Pick<Move, 'next' | 'check'> {
  /** The reason where the rule does not apply, after "The conversion". */
  readonly otherwise: string
}

/** One decision of an operator about one conversion. Throws ChangedSinceSeen. */
export async function review(
  ports: MoveNeeds,
  { conversionId, actor, note, version }: ReviewedBy,
  { next, check, otherwise }: ReviewRule,
): Promise<Conversion> {
  const id = readId(conversionId)
  const cause = { source: 'operator', actor } as const
  const rule: Move = {
    next,
    cause,
    ...(note && { note }),
    async check(move) {
      if (version !== undefined && version !== move.before.version) throw new ChangedSinceSeen()
      await check?.(move)
    },
  }
  const [moved] = id === undefined ? [] : await moveConversions(ports, [id], rule)
  if (moved === undefined) throw notFound('There is no such conversion.')
  if (moved.after === undefined) {
    throw invalidRequest(`The conversion ${otherwise}: it is ${moved.before.status}.`)
  }
  return moved.after
}
