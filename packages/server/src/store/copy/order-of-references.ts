/** Rows of one table refer to rows of another. */
export interface Reference {
  readonly of: string
  readonly to: string
}

/** Tables in an order in which each comes behind those that it refers to; one may refer to itself. */
export function inOrderOfReferences<Table extends { readonly name: string }>(
  tables: readonly Table[],
  references: readonly Reference[],
): Table[] {
  const ordered: Table[] = []
  const done = new Set<string>()
  let rest = [...tables]
  const isReady = ({ name }: Table): boolean =>
    references.every(({ of, to }) => of !== name || to === name || done.has(to))
  while (rest.length > 0) {
    const ready = rest.filter(isReady)
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${rest.map(({ name }) => name).join(', ')}`)
    for (const table of ready) done.add(table.name)
    ordered.push(...ready)
    rest = rest.filter(({ name }) => !done.has(name))
  }
  return ordered
}
