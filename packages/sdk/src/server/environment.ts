/** Quoin's variables have two spellings: `QUOIN_API_KEY`, and the short `API_KEY` of `demo env` and of the docs' lines. */
const prefixes = ['QUOIN_', ''] as const

/** A variable of the environment; empty where there is none, or no environment at all, as in some workers. */
function readVariable(name: string): string {
  return (typeof process === 'undefined' ? undefined : process.env[name])?.trim() ?? ''
}

/**
 * Variables that belong together, in one spelling: in Quoin's own as soon as one of them is set so. The `API_SECRET` of
 * something else is then never sent along.
 */
export function readEnvironment(...names: readonly string[]): readonly string[] {
  const prefix = prefixOf(names)
  return names.map((name) => readVariable(prefix + name))
}

/** How a variable that is missing is spelled here, and whether it is there in the spelling that is not read. */
export function spellingOf(name: string, names: readonly string[]): string {
  const written = prefixOf(names) + name
  const isUnread = written !== name && readVariable(name) !== ''
  return `${written} in the environment${isUnread ? `; ${name} is set, but not read beside QUOIN_ variables` : ''}`
}

/** Quoin's own spelling where nothing is set. */
function prefixOf(names: readonly string[]): string {
  const isUsed = (prefix: string): boolean => names.some((name) => readVariable(prefix + name) !== '')
  return prefixes.find(isUsed) ?? prefixes[0]
}
