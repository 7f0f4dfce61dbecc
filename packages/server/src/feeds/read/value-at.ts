/** The value at a dotted path of a record; undefined where any step of it is missing. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step] // it has its own
  }
  return value
}
