import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

const chosenMax = 50
const chosenLengthMax = 5_000

/** Several in one parameter, divided by commas; whoever chooses among more chooses none. */
export function chosenField<T extends string>(
  example: string,
  read: (one: string) => T | undefined,
): Field<readonly T[]> {
  return {
    schema: Type.String({ minLength: 1, maxLength: chosenLengthMax, examples: [example] }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      const texts = raw.length > chosenLengthMax ? [] : raw.split(',')
      const found = texts.flatMap((text) => read(text) ?? [])
      const isWhole = found.length > 0 && found.length === texts.length && found.length <= chosenMax
      return isWhole
        ? accepted(found)
        : refused('format', `must be up to ${chosenMax} of them, divided by commas`)
    },
  }
}

/** Texts that may hold commas: each is percent-encoded. */
export function encodedField(example: string, lengthMax: number): Field<readonly string[]> {
  return chosenField(example, (text) => {
    try {
      const value = decodeURIComponent(text)
      return value.length <= lengthMax && value.isWellFormed() && !value.includes('\0') ? value : undefined
    } catch {
      return undefined
    }
  })
}
