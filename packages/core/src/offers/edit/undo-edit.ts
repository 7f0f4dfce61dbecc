import { editFields } from './edit-fields.ts'
import type { EditedOffer, EditField } from './edit-values.ts'
import { type FieldDifference, isOfPlaces, isSame, refusePlaces } from './plan-edit.ts'

/** How long after an edit it can be taken back. */
export const undoableMs = 86_400_000

interface OfferUndo {
  /** Back to before, for fields that are still as the edit left them. */
  readonly changes: readonly FieldDifference[]
  /** Fields that stay as they are, each with the reason. */
  readonly stays: readonly { readonly field: EditField; readonly reason: 'changed' | 'refused' }[]
}

/**
 * Puts an offer back to before an edit: only fields that are still as the edit left them, and only to values that it may
 * have now. A payout that has meanwhile become more than the revenue is not put back, nor are places for which its prices
 * would now tell too many audiences apart.
 */
export function undoEdit(made: readonly FieldDifference[], offer: EditedOffer): OfferUndo {
  const changes: FieldDifference[] = []
  const stays: { field: EditField; reason: 'changed' | 'refused' }[] = []
  for (const { field, before, after } of made) {
    if (!isSame(offer[field], after)) stays.push({ field, reason: 'changed' })
    else if (isRefused(field, { before, after }, offer)) stays.push({ field, reason: 'refused' })
    else changes.push({ field, before: after, after: before })
  }
  if (refusePlaces(offer, changes) === undefined) return { changes, stays }
  const refused = changes.filter(isOfPlaces).map(({ field }) => ({ field, reason: 'refused' as const }))
  return { changes: changes.filter((change) => !isOfPlaces(change)), stays: [...stays, ...refused] }
}

function isRefused<Field extends EditField>(
  field: Field,
  { before }: Pick<FieldDifference<Field>, 'before' | 'after'>,
  offer: EditedOffer,
): boolean {
  return editFields[field].refuses?.(before, offer) !== undefined
}
