/** Quoin's variables have two spellings: `QUOIN_API_KEY`, and the short `API_KEY` of `demo env` and of the docs' lines. */
const prefixes = ['QUOIN_', ''] as const

/** A variable of the environment; empty where there is none, or no environment at all, as in some workers. */
function readVariable(name: string): string {
  return (typeof process === 'undefined' ? undefined : process.env[name]) ?? ''
}

/**
 * Variables that belong together, in one spelling: in Quoin's own as soon as one of them is set so. The `API_SECRET` of
 * something else is then never sent along.
 */
export function readEnvironment(...names: readonly string[]): readonly string[] {
  const read = (prefix: string): readonly string[] => names.map((name) => readVariable(prefix + name))
  const isSet = (values: readonly string[]): boolean => values.some((value) => value !== '')
  return prefixes.map(read).find(isSet) ?? names.map(() => '')
}
