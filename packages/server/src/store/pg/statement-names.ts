/**
 * Statements are written out in the store, so there are few; a text made at run time must not fill the map.
 */
const preparedMax = 1_000

/** A statement with values is prepared once per connection, under a name that stands for its text. */
export function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= preparedMax) return known
    const name = `q${names.size + 1}`
    names.set(text, name)
    return name
  }
}
