import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './json-schema.ts'

const options = { description: 'what it is', minimum: 1 }

/** The same shape by either builder. */
const shapes: Readonly<Record<keyof typeof Type, (make: typeof Type) => unknown>> = {
  Array: (make) => make.Array(make.String(), { minItems: 1, ...options }),
  Boolean: (make) => make.Boolean(options),
  Enum: (make) => make.Enum(['a', 'b'], options),
  Integer: (make) => make.Integer(options),
  Intersect: (make) => make.Intersect([make.Object({ a: make.String() }), make.Object({})], options),
  Literal: (make) => [make.Literal('ok', options), make.Literal(true), make.Literal(7)],
  Null: (make) => make.Null(options),
  Number: (make) => make.Number(options),
  Object: (make) => [
    make.Object({ a: make.String(), b: make.Optional(make.String(options)) }, options),
    make.Object({ all: make.Optional(make.Object({ inner: make.Null() })) }),
    make.Object({}),
  ],
  Optional: (make) => make.Optional(make.Array(make.Integer())),
  Record: (make) => make.Record(make.String(), make.Integer(), options),
  String: (make) => [make.String(options), make.String()],
  Union: (make) => make.Union([make.String(), make.Null()], options),
}

for (const [name, shape] of Object.entries(shapes)) {
  test(`${name} makes the JSON Schema that TypeBox makes, in its order`, () => {
    assert.equal(JSON.stringify(shape(Type)), JSON.stringify(shape(TypeBox)))
  })
}

test('an optional field leaves the shape that it was made of required elsewhere', () => {
  const name = Type.String()
  const both = Type.Object({ first: name, second: Type.Optional(name) })
  assert.deepEqual(both.required, ['first'])
})
