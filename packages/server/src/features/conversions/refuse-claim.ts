import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { decideConversion } from './decide-conversion.ts'
import type { MoveNeeds } from './move-conversions.ts'
import type { ReviewedBy } from './review.ts'

/** An operator rejects a claim or a held conversion. Throws as `decideConversion` does. */
export async function refuseClaim(ports: MoveNeeds, decision: ReviewedBy): Promise<Conversion> {
  return await decideConversion(ports, { ...decision, decision: 'refuse' })
}
