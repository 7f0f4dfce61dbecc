import type { FieldProblem } from '@quoin/core/errors.ts'
import type { TSchema } from 'typebox'
import type { Parameters } from './field.ts'

/** One round trip need not name more; and a name is somebody else's text. */
const problemsMax = 20
const nameMax = 100

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: unknown
  readonly additionalProperties?: unknown
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/** Names in a body that its table does not have, and in the objects within it those that their schemas do not declare. */
export function findUnknownFields(
  parameters: Parameters,
  source: Readonly<Record<string, unknown>>,
): readonly FieldProblem[] {
  const schemas = new Map<string, TSchema>()
  for (const [name, { field, aliases = [] }] of Object.entries(parameters))
    for (const known of [name, ...aliases]) schemas.set(known, field.schema)
  const names = Object.entries(source).flatMap(([name, value]) => {
    const schema = schemas.get(name)
    return schema === undefined ? [name] : unknownIn(schema, value, name)
  })
  return names.slice(0, problemsMax).map((field) => ({
    field: field.slice(0, nameMax),
    rule: 'unknown',
    message: 'is no field of this operation',
  }))
}

function unknownIn(schema: ObjectSchema, value: unknown, place: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const { anyOf, items, properties } = schema
  if (anyOf !== undefined) return unknownInAny(anyOf, value, place)
  if (Array.isArray(value)) {
    return items === undefined ? [] : value.flatMap((one, at) => unknownIn(items, one, `${place}[${at}]`))
  }
  if (properties === undefined || isOpen(schema)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    const inside = `${place}.${name}`
    return known === undefined ? [inside] : unknownIn(known, inner, inside)
  })
}

/** By whichever shape it fits best. */
function unknownInAny(shapes: readonly TSchema[], value: object, place: string): readonly string[] {
  const isList = Array.isArray(value)
  return (
    shapes
      .filter((shape: ObjectSchema) => (isList ? shape.items : (shape.properties ?? shape.patternProperties)))
      .map((shape) => unknownIn(shape, value, place))
      .reduce<readonly string[] | undefined>(
        (best, names) => (best === undefined || names.length < best.length ? names : best),
        undefined,
      ) ?? []
  )
}

/** Names that are data. */
function isOpen({ additionalProperties }: ObjectSchema): boolean {
  return additionalProperties !== undefined && additionalProperties !== false
}

/** The same schema as documents print it where unknown names are refused. */
export function closeSchema(schema: TSchema): TSchema {
  const { properties, items, anyOf } = schema as ObjectSchema
  const inner = {
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, closeSchema(one)]),
      ),
      ...(isOpen(schema) ? {} : { additionalProperties: false }),
    }),
    ...(items !== undefined && { items: closeSchema(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(closeSchema) }),
  }
  return { ...schema, ...inner }
}
