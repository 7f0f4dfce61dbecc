import type { TSchema } from 'typebox'
import { Type } from '../json-schema.ts'
import { errorCodes } from '../error-codes.ts'

/** On every answer. */
export const metaShape = Type.Object({
  timestamp: Type.Integer({ description: 'A time in Unix seconds.' }),
  request_id: Type.String({ pattern: '^req_[0-9a-f-]{36}$' }),
})

export function successEnvelope(data: TSchema, meta?: TSchema): TSchema {
  return Type.Object(
    {
      success: Type.Literal(true),
      data,
      message: Type.String(),
      meta: meta ? Type.Intersect([metaShape, meta]) : metaShape,
    },
    { additionalProperties: false },
  )
}

const problemShape = Type.Object(
  {
    field: Type.String(),
    rule: Type.String(),
    message: Type.String(),
  },
  { additionalProperties: false },
)

export const errorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object(
      {
        code: Type.Enum(Object.keys(errorCodes)),
        message: Type.String(),
        details: Type.Union([Type.Array(problemShape), Type.Null()], {
          description: 'For a validation error every bad field; else null.',
        }),
      },
      { additionalProperties: false },
    ),
    meta: metaShape,
  },
  { additionalProperties: false },
)
