import { isErasedUser } from '@quoin/core/users/erased-user.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'
import { textField } from './text-fields.ts'

const userIdText = textField({ min: 1, max: 255, example: 'user-42' })

/**
 * A user of an app, by the publisher's own id. A macro that nobody filled in would make all users one, and a token
 * of an erasure would make two one: neither names a user, wherever it comes from.
 */
export const userId: Field<string> = {
  schema: userIdText.schema,
  read(raw) {
    const reading = userIdText.read(raw)
    if (!reading.ok) return reading
    const macro = literalMacroIn(reading.value)
    if (macro !== undefined) {
      return refused('literal_macro', `is the macro ${macro} itself: fill in the id of the user`)
    }
    return isErasedUser(reading.value)
      ? refused('reserved', 'must not be the token of an erased user')
      : reading
  },
}

/** ASCII that stands in a JSON text and in a query as it is: no `&`, `=`, `+`, quotes or white space. */
const macroText = /^[\w{}[\]()<>$#%.:@*!~|-]{3,64}$/

/** A macro of the publisher's own software, which fills it in where it shows a link. */
export const userMacro: Field<string> = {
  schema: Type.String({ pattern: macroText.source, examples: ['[user_id]'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    return macroText.test(raw) && literalMacroIn(raw) === raw
      ? accepted(raw)
      : refused(
          'macro',
          'must be one macro, such as [user_id], {user_id} or %%USER_ID%%, of 3 to 64 characters',
        )
  },
}
