/** The name of a column in a body of JSON: `fallback_url` is `fallbackUrl`. */
export type CamelName<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Column

export function camelName<Column extends string>(column: Column): CamelName<Column> {
  const name = column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return name as CamelName<Column> // the type says the same
}

/** The name of a column as a file may write it, in its plain form. */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
