import { readEmail } from '@quoin/core/people/email.ts'
import { staffRoles } from '@quoin/core/people/staff-role.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from '../fields/field.ts'
import { patternField, textField, wordField } from '../fields/text-fields.ts'

/** An e-mail address, read to lower case. */
export const email: Field<string> = {
  schema: Type.String({ maxLength: 254, examples: ['ada@example.com'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const address = readEmail(raw)
    return address === undefined ? refused('format', 'must be an e-mail address') : accepted(address)
  },
}

/** Whatever was typed as a password; whether a new one will do is judged later. */
export const password: Field<string> = textField({ min: 1, max: 256, example: 'correct horse battery' })

export const personName = textField({ min: 1, max: 100, example: 'Ada Lovelace' })

export const publisherName = textField({ min: 1, max: 100, example: 'Nova Studios' })

export const staffRole = wordField(staffRoles)

/** The part of a link behind its `#`. */
export const linkToken = patternField({
  pattern: /^[A-Za-z0-9_-]{43}$/,
  message: 'must be what stands behind the # of the link',
  example: 'k3xQpYt0V2m8sZr1aBcD4eFgH5iJkL6mNoPqRsTuVwX',
  max: 43,
})

/** The code of an authenticator app. */
export const code = patternField({
  pattern: /^[0-9]{6}$/,
  message: 'must be six digits',
  example: '123456',
  max: 6,
})

/** The code of an authenticator app, or one of the recovery codes. */
export const secondStepCode = patternField({
  pattern: /^(?:[0-9]{6}|[A-Za-z0-9]{5}-[A-Za-z0-9]{5})$/,
  message: 'must be six digits, or a recovery code such as aB3dE-fG6hI',
  example: '123456',
  max: 11,
})
