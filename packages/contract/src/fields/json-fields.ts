import type { TSchema } from 'typebox'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused } from './field.ts'

/** Yes or no in a JSON body. */
export const flag: Field<boolean> = {
  schema: Type.Boolean(),
  read: (raw) => (typeof raw === 'boolean' ? accepted(raw) : refused('type', 'must be true or false')),
}

/** A value, or null for none. */
export function orNone<T>(field: Field<T>): Field<T | null> {
  return {
    schema: Type.Union([field.schema, Type.Null()]),
    read: (raw) => (raw === null ? accepted(null) : field.read(raw)),
  }
}

/** A bounded JSON array of one kind of value. */
export function listOf<T>(field: Field<T>, { max }: { readonly max: number }): Field<readonly T[]> {
  return {
    schema: Type.Array(field.schema, { maxItems: max }),
    read(raw) {
      if (!Array.isArray(raw)) return refused('type', 'must be a list')
      if (raw.length > max) return refused('range', `must have at most ${max} entries`)
      const values: T[] = []
      for (const [index, one] of raw.entries()) {
        const reading = field.read(one)
        if (!reading.ok) return refused(reading.rule, `entry ${index + 1} ${reading.message}`)
        values.push(reading.value)
      }
      return accepted(values)
    },
  }
}

interface MapBounds {
  readonly max: number
  readonly keyMax: number
}

/** A bounded JSON object whose names are data, such as a network's words. */
export function mapOf<T>(field: Field<T>, { max, keyMax }: MapBounds): Field<Readonly<Record<string, T>>> {
  return {
    schema: mapSchema(field.schema),
    read(raw) {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
        return refused('type', 'must be an object')
      const entries = Object.entries(raw)
      if (entries.length > max) return refused('range', `must have at most ${max} entries`)
      const values: [string, T][] = []
      for (const [name, one] of entries) {
        if (name.length > keyMax || !name.isWellFormed())
          return refused('length', `has a name that is too long`)
        const reading = field.read(one)
        if (!reading.ok) return refused(reading.rule, `“${name}” ${reading.message}`)
        values.push([name, reading.value])
      }
      return accepted(Object.fromEntries(values))
    },
  }
}

function mapSchema(values: TSchema): TSchema {
  return Type.Record(Type.String(), values)
}
