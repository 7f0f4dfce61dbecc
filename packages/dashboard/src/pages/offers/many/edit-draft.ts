import { editFieldNames, editFields } from '@quoin/core/offers/edit/edit-fields.ts'
import type { EditField } from '@quoin/core/offers/edit/edit-values.ts'
import type { FieldEdit } from '@quoin/core/offers/edit/plan-edit.ts'

/** One field of the form: left as it is while it has no operation. */
export interface FieldDraft {
  readonly op: string
  /** A text, or names. */
  readonly value: string | readonly string[]
}

export type EditDraft = Readonly<Partial<Record<EditField, FieldDraft>>>

/** The changes that are whole: an operation whose operand is still missing changes nothing yet. */
export function changesOf(draft: EditDraft): readonly FieldEdit[] {
  return editFieldNames.flatMap((field) => {
    const given = draft[field]
    const op = given && editFields[field].ops[given.op]
    if (given === undefined || op === undefined) return []
    if (op.takes === 'nothing') return [{ field, op: given.op }]
    return given.value.length === 0 ? [] : [{ field, op: given.op, value: given.value }]
  })
}

/** The fields that are changed, whole or not. */
export function countFields(draft: EditDraft): number {
  return Object.values(draft).filter((field) => field.op !== '').length
}
