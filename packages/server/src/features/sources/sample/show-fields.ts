import { cutText, cleanText } from '../../../feeds/read/clean-text.ts'
import { listFields, type SampleField } from './list-fields.ts'

/** A field as people choose it. */
export interface ShownField {
  readonly path: string
  readonly filled: number
  readonly isList: boolean
  readonly samples: readonly string[]
}

const samplesMax = 3
const textMax = 200
const valuesMax = 20

export function showFields(fields: readonly SampleField[]): readonly ShownField[] {
  return fields.map(({ path, filled, isList, values }) => {
    const texts = values.filter((own) => own.length > 0).map(showValues)
    return { path, filled, isList, samples: isList ? [] : [...new Set(texts)].slice(0, samplesMax) }
  })
}

/** A record as texts by path; lists of objects are told by the fields in them. */
export function showRecord(record: unknown): Readonly<Record<string, string>> {
  const filled = listFields([record]).filter(({ isList, filled: count }) => !isList && count > 0)
  return Object.fromEntries(filled.map(({ path, values }) => [path, showValues(values[0] ?? [])]))
}

/** A list in a list may be of any size and depth. */
function showOther(value: unknown): string {
  return Array.isArray(value) ? '[…]' : '{…}'
}

/** The values of a field in one record, as they came. */
function showValues(values: readonly unknown[]): string {
  const texts = values.slice(0, valuesMax).map((value) => {
    const text = typeof value === 'boolean' ? String(value) : cleanText(value)
    return text === '' && value !== '' ? showOther(value) : text
  })
  return cutText(texts.join(', '), textMax)
}
