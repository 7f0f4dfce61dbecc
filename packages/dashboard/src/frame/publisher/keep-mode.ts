type Search = Readonly<Record<string, unknown>>

/** Links among a publisher's pages keep the switch to test data; `mode=live` turns it off, and is left out of the address. */
export function keepMode({ search, next }: { search: Search; next: (search: Search) => Search }): Search {
  const { mode = search['mode'], ...rest } = next(search)
  return mode === 'test' ? { ...rest, mode } : rest
}
