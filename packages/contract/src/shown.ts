import type { Static, TSchema } from 'typebox'
import type { SuccessShape } from './operation.ts'

/** `data` or `meta` of an answer, as the contract describes it: the dashboard reads it and the server's handlers give it. */
export type Shown<Shape, Part extends keyof SuccessShape> = Shape extends {
  readonly [Name in Part]: infer Schema
}
  ? Schema extends TSchema
    ? Static<Schema>
    : never
  : never

/** A value that is only read on its way out. A field that may be absent may be undefined: JSON leaves it out. */
export type Given<Value> = unknown extends Value
  ? Value
  : {
      readonly [Name in keyof Value]: Value extends { readonly [Key in Name]: unknown }
        ? Given<Value[Name]>
        : Given<Value[Name]> | undefined
    }
