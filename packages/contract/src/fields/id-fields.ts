import { readId } from '@quoin/core/tracking/click-id.ts'
import { Type } from 'typebox'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

/** One of our own ids (UUIDv7), in any case; read to lower case. */
export const ownId: Field<string> = {
  schema: Type.String({ format: 'uuid', examples: ['0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    const id = readId(raw)
    return id === undefined ? refused('format', 'must be an id as this service gave it') : accepted(id)
  },
}
