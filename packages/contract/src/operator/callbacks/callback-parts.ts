import { Type } from '../../json-schema.ts'
import { required } from '../../fields/field.ts'
import { ownId } from '../../fields/id-fields.ts'
import { countField } from '../../fields/number-fields.ts'
import { noParameters } from '../../parameters.ts'
import { orNull } from '../../shapes/responses.ts'

export const general = { tag: 'Callbacks', proof: 'staff', query: noParameters, body: noParameters } as const
export const endpointPath = {
  endpointId: required(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the endpoint.'),
} as const

export const callbackPath = { callbackId: required(ownId, 'The id of the callback.') } as const

export const attemptFields = {
  method: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: orNull(Type.String()),
  http_status: orNull(Type.Integer()),
  failure: orNull(Type.String(), 'The reason for which no answer came.'),
  answer: orNull(Type.String(), 'The beginning of the answer.'),
  latency_ms: Type.Integer({ minimum: 0 }),
  verdict: Type.String(),
  reason: Type.String({ description: 'The fact as a sentence.' }),
}
