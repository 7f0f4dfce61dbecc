/** As the queries of the library hold them: one answer, or the pages of a list. */
interface HeldQuery {
  readonly state: { readonly data?: unknown }
  isActive(): boolean
}

/** The most that anything on the page was old when it came; undefined where all of it was of the moment. */
export function oldestAgeSec(queries: readonly HeldQuery[]): number | undefined {
  const ages = queries.filter((query) => query.isActive()).flatMap(({ state }) => agesOf(state.data))
  return ages.length === 0 ? undefined : Math.max(...ages)
}

function agesOf(data: unknown): number[] {
  if (typeof data !== 'object' || data === null) return []
  if ('pages' in data && Array.isArray(data.pages)) return data.pages.flatMap(agesOf)
  return 'dataAgeSec' in data && typeof data.dataAgeSec === 'number' ? [data.dataAgeSec] : []
}
