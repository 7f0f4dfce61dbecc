import { conversionIdOf } from '@quoin/core/callbacks/transaction-id.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

const example = '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'
const pattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$'
const ownIdSchema = Type.String({ format: 'uuid', pattern, examples: [example] })

/** One of our own ids (UUIDv7), in any case; read to lower case. */
export const ownId: Field<string> = {
  schema: ownIdSchema,
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const id = readId(raw)
    return id === undefined ? refused('format', 'must be an id as this service gave it') : accepted(id)
  },
}

/** A conversion, also by an id that a receiver of classic callbacks has credited by. */
export const soughtConversion: Field<string> = {
  schema: ownIdSchema,
  read(raw) {
    const id = typeof raw === 'string' ? conversionIdOf(raw) : undefined
    return id === undefined ? ownId.read(raw) : accepted(id)
  },
}

/** The same where another one is answered as unknown, not as a bad request: the document asks for what can be found. */
export function soughtId(field: Field<string>): Field<string> {
  return { ...field, schema: ownIdSchema }
}
