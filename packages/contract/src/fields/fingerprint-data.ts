import { type KeptAttributes, keepAttributes } from '@quoin/core/risk/fingerprint/keep-attributes.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, type Reading, refused } from './field.ts'

const keysMax = 64
const depthMax = 4
const bytesMax = 16 * 1024

const encoder = new TextEncoder()

/** As it was read, and as JSON, by which its size was judged. */
interface FingerprintData {
  readonly values: Readonly<Record<string, unknown>>
  readonly json: string
  /** Null: all of it is kept. */
  readonly cut: Pick<KeptAttributes, 'kept' | 'dropped'> | null
}

/**
 * Device metadata: open keys, bounded in number, depth and size. The components of a library are larger than that: the
 * parts that are read are kept. Data that are too large and have no such part are refused.
 */
export const fingerprintData: Field<FingerprintData> = {
  schema: Type.Object(
    {
      resolution: Type.Optional(Type.String({ examples: ['1920x1080'] })),
      browser: Type.Optional(Type.String({ examples: ['Chrome'] })),
      os: Type.Optional(Type.String({ examples: ['Windows'] })),
    },
    {
      additionalProperties: true,
      description: `Open keys. Data of more than ${keysMax} keys, ${depthMax} levels or ${bytesMax / 1024} KiB are kept as far as read.`,
    },
  ),
  read(raw) {
    if (!isRecord(raw)) return refused('type', 'must be an object')
    const whole = within(raw)
    if (whole.ok || whole.rule === 'unicode') return whole
    const { values, ...cut } = keepAttributes(raw)
    if (cut.kept.length === 0) return whole
    const part = within(values)
    return part.ok ? accepted({ ...part.value, cut }) : part
  },
}

function within(values: Readonly<Record<string, unknown>>): Reading<FingerprintData> {
  if (Object.keys(values).length > keysMax) return refused('keys', `must have at most ${keysMax} keys`)
  if (!isWithinDepth(values, depthMax))
    return refused('depth', `must be nested at most ${depthMax} levels deep`)
  const json = JSON.stringify(values)
  // A character is three bytes at most, so that the bytes of a short text need not be counted.
  if (json.length * 3 > bytesMax && encoder.encode(json).length > bytesMax) {
    return refused('size', `must be at most ${bytesMax / 1024} KiB as JSON`)
  }
  // Both stand escaped in JSON.
  if (json.includes('\\u') && !isStorable(values))
    return refused('unicode', 'must be well-formed Unicode without NUL')
  return accepted({ values, json, cut: null })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithinDepth(inner, levels - 1))
}

/**
 * PostgreSQL's jsonb can hold neither half a character nor NUL; what cannot be stored must not become a 500.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
