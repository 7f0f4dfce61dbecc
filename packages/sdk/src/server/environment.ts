/** A variable of the environment; empty where there is none, or no environment at all, as in some workers. */
export function readEnvironment(name: string): string {
  return (typeof process === 'undefined' ? undefined : process.env[name]) ?? ''
}
