type Fields = Readonly<Record<string, unknown>>

interface ChangedFields {
  /** Undefined where the thing is new. */
  readonly before?: Fields
  /** Undefined where it is gone. */
  readonly after?: Fields
}

/** Fields that say nothing of a change, or hold what nobody else may read. */
const left = /digest|sealed|secret(?!s?$)|token|updatedAt/i

/** The differences between two states of a thing; of a new or a gone one everything. */
export function changedFields(before: object | undefined, after: object | undefined): ChangedFields {
  const was = readable(before)
  const is = readable(after)
  if (was === undefined || is === undefined) {
    return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }
  }
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  return { before: only(was, names), after: only(is, names) }
}

function readable(thing: object | undefined): Fields | undefined {
  if (thing === undefined) return undefined
  return Object.fromEntries(Object.entries(thing).filter(([name]) => !left.test(name)))
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
}
