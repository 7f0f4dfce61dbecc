import { readTransactionId } from '@quoin/core/conversions/transaction-id.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/

interface TextBounds {
  readonly min: number
  readonly max: number
  readonly example: string
}

/** Free text of a person or another system: bounded, well-formed, without control characters, case kept. */
export function textField({ min, max, example }: TextBounds): Field<string> {
  return {
    schema: Type.String({ minLength: min, maxLength: max, examples: [example] }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      // Lone surrogates would all become U+FFFD in UTF-8, and two users one.
      if (!raw.isWellFormed()) return refused('unicode', 'must be well-formed Unicode')
      if (controlCharacter.test(raw)) return refused('characters', 'must not contain control characters')
      const size = raw.length <= max ? raw.length : [...raw].length
      if (size < min || size > max) return refused('length', `must have ${min} to ${max} characters`)
      return accepted(raw)
    },
  }
}

export const subId = textField({ min: 0, max: 255, example: 'banner-7' })
export const search = textField({ min: 1, max: 100, example: 'puzzle' })
export const userAgent = textField({
  min: 1,
  max: 2048,
  example:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
})

interface PatternBounds {
  readonly pattern: RegExp
  readonly message: string
  readonly example: string
  readonly max: number
}

/** Text of one fixed form. The pattern must be anchored and linear. */
export function patternField({ pattern, message, example, max }: PatternBounds): Field<string> {
  return {
    schema: Type.String({ pattern: pattern.source, maxLength: max, examples: [example] }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      if (raw.length > max || !pattern.test(raw)) return refused('format', message)
      return accepted(raw)
    },
  }
}

export const slug = patternField({
  pattern: /^[a-z0-9][a-z0-9_-]*$/,
  message: 'must be a category slug: lower-case letters, digits, - and _',
  example: 'games',
  max: 64,
})

/** Exactly one of the listed words. */
export function wordField<const Word extends string>(words: readonly Word[]): Field<Word> {
  return {
    schema: Type.Enum([...words]),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      const word = words.find((known) => known === raw)
      return word === undefined ? refused('enum', `must be one of ${words.join(', ')}`) : accepted(word)
    },
  }
}

/** Text in a query or form; in a JSON body also a plain number, since networks send `status: 1`. */
export function scalarText(bounds: TextBounds): Field<string> {
  const text = textField(bounds)
  return {
    schema: text.schema,
    read: (raw) => text.read(typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : raw),
  }
}

const transactionMax = 255

/** The id of a transaction, trimmed of what nobody sees; null where it is blank. */
export const transactionId: Field<string | null> = {
  schema: Type.String({ maxLength: transactionMax, examples: ['T-1001'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    if (!raw.isWellFormed()) return refused('unicode', 'must be well-formed Unicode')
    const { id, isBroken } = readTransactionId(raw)
    if (isBroken) {
      return refused('characters', 'must not contain white space or invisible characters inside')
    }
    const size = id === null || id.length <= transactionMax ? 0 : [...id].length
    if (size > transactionMax) return refused('length', `must have 1 to ${transactionMax} characters`)
    return accepted(id)
  },
}

/** The same of a network: in a JSON body also a plain number, if it was read as it was written. */
export const scalarTransactionId: Field<string | null> = {
  schema: transactionId.schema,
  read(raw) {
    if (typeof raw !== 'number') return transactionId.read(raw)
    if (Number.isSafeInteger(raw)) return accepted(String(raw))
    // Its last digits are lost already: two transactions would be one.
    return refused('exact', 'must be a text: this number is not exact')
  },
}

/** The values of `test` on a postback. */
export const dryRunWords: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

const dryRunText = scalarText({ min: 1, max: 5, example: '1' })

/** Read as a text: whoever reads it tells what a macro in its place is. */
export const dryRun: Field<string> = {
  schema: Type.Enum([...dryRunWords.keys()], { examples: ['1'] }),
  read: (raw) => dryRunText.read(raw),
}

/** A text that is no signature is a wrong one: where none is required, links carry what they like. */
export const linkSignature: Field<string> = {
  schema: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  read: (raw) => accepted(typeof raw === 'string' ? raw.slice(0, 65) : ''),
}
