import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { type Move, type MoveNeeds, moveConversions } from './move-conversions.ts'

/** One decision of an operator about one conversion that waits for them. */
export async function review(
  ports: MoveNeeds,
  { conversionId, actor }: { conversionId: string; actor: string },
  { next, check }: Pick<Move, 'next' | 'check'>,
): Promise<Conversion> {
  const id = readId(conversionId)
  const cause = { source: 'operator', actor } as const
  const rule = check === undefined ? { next, cause } : { next, cause, check }
  const [moved] = id === undefined ? [] : await moveConversions(ports, [id], rule)
  if (moved === undefined) throw notFound('There is no such conversion.')
  if (moved.after === undefined) {
    throw invalidRequest(`The conversion does not wait for review: it is ${moved.before.status}.`)
  }
  return moved.after
}
