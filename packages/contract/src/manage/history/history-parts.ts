import { optional } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { countField } from '../../fields/number-fields.ts'
import { subId, textField } from '../../fields/text-fields.ts'
import { rowId } from '../../operator/catalogue/offer-operations.ts'
import { listParameters } from '../../operator/list-parameters.ts'
import { ofMode } from '../manage-parts.ts'

const second = countField({ min: 1, max: 253_402_300_799 })
const user = textField({ min: 1, max: 255, example: 'user-42' })

/** By what conversions and clicks alike are looked for. */
export const historyFilter = {
  ...ofMode,
  userId: optional(user, 'Only rows of this user.', { emptyIsAbsent: true }),
  clickId: optional(ownId, 'Only that click, or what came of it.', { emptyIsAbsent: true }),
  subId: optional(subId, 'Only rows with this pass-through id.', { emptyIsAbsent: true }),
  offerId: optional(rowId, 'Only rows of this offer.', { emptyIsAbsent: true }),
  from: optional(second, 'Unix seconds: from this moment on.'),
  to: optional(second, 'Unix seconds: before this moment.'),
}

export const byTime = listParameters({ time: ['id'] }, '-time')
