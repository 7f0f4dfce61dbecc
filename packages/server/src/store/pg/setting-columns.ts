/** Where a setting lies: in a column, or under a key of a column that is a JSON object of those that were set. */
interface SettingColumn {
  readonly column: string
  readonly key?: string
}

export type SettingColumns<Name extends string> = { readonly [Each in Name]: SettingColumn }

/** The columns of settings for a `select`, each by the name of its setting; JSON objects as they are. */
export function selectSettings(columns: SettingColumns<string>): string {
  const own = Object.entries(columns).map(([name, { column, key }]) =>
    key === undefined ? `${column} as "${name}"` : column,
  )
  return [...new Set(own)].join(',\n    ')
}

/**
 * `column = $2, …` for the settings that are given, and the values of the parameters from `first` on. Names of columns
 * come from tables in the store alone.
 */
export function assignSettings(
  columns: SettingColumns<string>,
  given: Readonly<Record<string, unknown>>,
  first: number,
): { readonly assignments: readonly string[]; readonly values: readonly unknown[] } {
  const plain: [column: string, value: unknown][] = []
  const objects = new Map<string, Record<string, unknown>>()
  for (const [name, { column, key }] of Object.entries(columns)) {
    const value = given[name]
    if (value === undefined) continue
    if (key === undefined) plain.push([column, value])
    else objects.set(column, { ...objects.get(column), [key]: value })
  }
  const columnsOfObjects = [...objects.keys()]
  return {
    assignments: [
      ...plain.map(([column], index) => `${column} = $${first + index}`),
      ...columnsOfObjects.map(
        (column, index) => `${column} = ${column} || $${first + plain.length + index}::jsonb`,
      ),
    ],
    values: [
      ...plain.map(([, value]) => value),
      ...[...objects.values()].map((members) => JSON.stringify(members)),
    ],
  }
}
